import fc from "fast-check";
import { expect, test } from "vitest";
import { indentedJson } from "./indented-json";

test("JSON is indented like JSON.stringify does, however it is written", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 7), (value, indent) => {
      expect(indentedJson(JSON.stringify(value, null, indent))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

test("no digit of a number is lost, and no escape of a text", () => {
  const written =
    '{"id":12345678901234567890,"rate":0.1000000000000000055,"power":1E400,"text":"\\u00e9 , { ["}';
  expect(indentedJson(written)).toBe(
    '{\n  "id": 12345678901234567890,\n  "rate": 0.1000000000000000055,\n  "power": 1E400,\n  "text": "\\u00e9 , { ["\n}',
  );
});

test.each(["", "{", "plain text", '{"a":}'])("%j is no JSON", (text) => {
  expect(() => indentedJson(text)).toThrow(SyntaxError);
});
