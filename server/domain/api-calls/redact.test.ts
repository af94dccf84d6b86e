import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_LOGGED_BYTES, redactedJson, redactedQuery, redactedText } from "./redact";

// Holds decision 0071.

/** Marks values that no row may have. */
const MARK = "canary";

const PRIVATE_KEYS = [
  "password",
  "an-api-token",
  "apiKey",
  "client_secret",
  "Authorization",
  "deviceInfo",
  "softwareInfo",
  "location",
  "latitude",
  "data",
  "image",
  "e-mail",
  "phoneNumber",
  "ip",
  "identifierForVendor",
  "androidId",
];

/** Texts that are personal or secret wherever they stand. */
const PRIVATE_TEXTS = [
  "ada.lovelace@example.com",
  "192.168.17.4",
  "2001:db8:85a3::8a2e:370:7334",
  "00:1b:44:11:3a:b7",
  "52.520008, 13.404954",
  "+49 170 1234567",
  `ant_${"a1B2".repeat(9)}`,
  `whsec_${"Zm9v".repeat(8)}`,
  "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N",
  `data:image/png;base64,${"iVBORw0KGgo".repeat(9)}`,
  "iVBORw0KGgoAAAANSUhEUgAA/AAEAAAABCAYAAAAfFcSJ+AAAADUlEQVR4nGNg",
  "Bearer abcdef123456",
];

const plain = fc.stringMatching(/^[a-z ]{0,20}$/);
const hostile = fc.anything({ withObjectString: true, withNullPrototype: false, maxDepth: 6 });

test.each(PRIVATE_KEYS)("the value of %s is redacted, whatever it is", (key) => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const body = { a: [{ [key]: { [MARK]: MARK, value } }] };
      expect(JSON.parse(redactedJson(body))).toEqual({ a: [{ [key]: "[redacted]" }] });
    }),
    { numRuns: 20 },
  );
});

test.each(PRIVATE_TEXTS)("%s is redacted in any text, key and query", (text) => {
  fc.assert(
    fc.property(plain, plain, (before, after) => {
      const whole = `${before} ${text} ${after}`;
      expect(redactedText(whole)).not.toContain(text);
      expect(redactedJson({ title: whole, list: [text], [text]: 1 })).not.toContain(text);
      expect(redactedQuery(new URLSearchParams({ search: whole }).toString())).not.toContain(text);
    }),
    { numRuns: 30 },
  );
});

test("secrets in the query of a url in a text are redacted", () => {
  const url = "https://example.com/in?event=a&access_token=abc&x=1";
  expect(redactedText(url)).toBe("https://example.com/in?event=a&access_token=[redacted]&x=1");
});

test("usual bodies are shown as they are", () => {
  const body = {
    identifier: "serial-01890a5d-ac96-774b-bcce-b302099a8057",
    title: "Shoe, size 42",
    _group: "01890a5d-ac96-774b-bcce-b302099a8057",
    verificationinfos: [{ key: "size", label: "Size", value: ["42", "8.5"], pos: 1, visible: "always" }],
    copyclassification: "fake",
    events: ["itemScanned"],
    url: "https://example.com/webhooks/in",
    many: 12,
    isIt: true,
    none: null,
  };
  expect(JSON.parse(redactedJson(body))).toEqual(body);
  const problem = {
    type: "urn:assay:problem:item-not-found",
    title: "Not Found",
    status: 404,
    detail: "There is no item serial-1234.",
    instance: "/api/v2/items/serial-1234/history/01890a5d-ac96-774b-bcce-b302099a8057",
    code: "item-not-found",
    requestId: "0f3a9c1b2d4e-1z",
    errors: [{ pointer: "/title", message: "must be text" }],
  };
  const traced = { ...problem, requestId: "4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7" };
  for (const one of [problem, traced]) expect(JSON.parse(redactedJson(one))).toEqual(one);
});

test("the log of any body is JSON of at most 4 KiB, in which nothing that was left out is missing silently", () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue({ maxDepth: 12 }), hostile), fc.nat(200), (value, copies) => {
      const json = redactedJson(Array.from({ length: copies }, () => value));
      expect(Buffer.byteLength(json)).toBeLessThanOrEqual(MAX_LOGGED_BYTES);
      const shown: unknown[] = JSON.parse(json);
      if (shown.length < copies) expect(shown.at(-1)).toBe("…");
    }),
    { numRuns: 300 },
  );
});

/** Values in nested lists, at the first depth that is not shown. */
const nested = (values: unknown[]) => Array.from({ length: 6 }).reduce<unknown>((inner) => [inner], values);

test.each([
  ["objects whose key has no room", (n: number) => Array(200).fill({ ["k ".repeat(50 + n)]: [] })],
  ["objects that are too deep", (n: number) => [nested(Array(4 * n).fill({ a: 1 }))]],
  ["lists that are too deep", (n: number) => [nested(Array(6 * n).fill([1]))]],
])("marks of what is left out need no more room than there is: %s", (_, bodyOf) => {
  for (let n = 0; n < 150; n++) {
    const json = redactedJson(bodyOf(n));
    expect(Buffer.byteLength(json)).toBeLessThanOrEqual(MAX_LOGGED_BYTES);
    expect(() => JSON.parse(json)).not.toThrow();
  }
});

test("a body of a mebibyte, of many keys, one text or bytes, is cut without reading all of it", () => {
  const keys = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`key ${n}`, n]));
  const deep = Array.from({ length: 5_000 }).reduce<unknown>((inner) => ({ inner }), MARK);
  for (const body of [keys, deep, { title: "ä".repeat(2 ** 20) }, { file: new Uint8Array(2 ** 20) }]) {
    const json = redactedJson(body);
    expect(Buffer.byteLength(json)).toBeLessThanOrEqual(MAX_LOGGED_BYTES);
    expect(json).toMatch(/…|redacted/);
    expect(json).not.toContain(MARK);
  }
});
