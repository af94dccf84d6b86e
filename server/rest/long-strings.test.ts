import { expect, test } from "vitest";
import { jsonBody } from "./input";
import { JsonCounter } from "./json-counter";

const MIB = 1024 * 1024;

/** A body as an upload is read: counted in chunks, then parsed. */
async function read(text: string | Buffer) {
  const bytes = Buffer.from(text);
  const counter = new JsonCounter(14 * MIB);
  for (let from = 0; from < bytes.length; from += 65_536) counter.feed(bytes.subarray(from, from + 65_536));
  const { body, faults } = await jsonBody(bytes, "application/json", counter.longStrings);
  return { body, faults, longStrings: counter.longStrings.length };
}

test.each(["x", "\\u0041", "\\\\", '\\"', "\\/", "日", "😀", "\\ud83d\\ude00", "\\\\\\u0041"])(
  "a string of %s over parts is what JSON.parse reads, wherever the parts end",
  async (pattern) => {
    const repeated = pattern.repeat((2.2 * MIB) / Buffer.byteLength(pattern));
    for (let shift = 0; shift < 12; shift++) {
      const text = `{ "a": ["${"y".repeat(shift)}${repeated}", 1] , "b":"short" }`;
      const { body, longStrings } = await read(text);
      expect(longStrings).toBe(1);
      // Compared without a message of megabytes.
      expect(JSON.stringify(body) === JSON.stringify(JSON.parse(text))).toBe(true);
    }
  },
);

test("several long strings come back where they were, a long key and a byte order mark included", async () => {
  const [first, second, key] = ["a", "b", "c"].map((letter) => letter.repeat(0.2 * MIB));
  const value = { first, list: [second, { [key ?? ""]: true }], __proto__x: first };
  const { body, longStrings } = await read(`\uFEFF${JSON.stringify(value, null, 2)}`);
  expect(longStrings).toBe(4);
  expect(JSON.stringify(body) === JSON.stringify(value)).toBe(true);
});

test.each([
  ["an unknown escape", `${"x".repeat(MIB)}\\q`],
  ["an escape that is cut off", `${"x".repeat(MIB)}\\u00`],
  ["a line break", `${"x".repeat(MIB)}\n`],
])("400: a long string with %s", async (_, inner) => {
  await expect(read(`{"data":"${inner}"}`)).rejects.toMatchObject({ code: "malformed-json" });
});

test("400: a long string that is not UTF-8", async () => {
  const body = Buffer.from(`{"data":"${"x".repeat(MIB)}~"}`);
  body[body.indexOf("~")] = 0xff;
  await expect(read(body)).rejects.toMatchObject({ code: "malformed-json" });
});

test.each(["\\u0000", "\\ud800"])(
  "%s in a long string is a fault, in a field that is ignored, too",
  async (escaped) => {
    const { faults } = await read(`{"surprise":"${"x".repeat(MIB)}${escaped}"}`);
    expect(faults).toMatchObject([{ pointer: "/surprise" }]);
  },
);

const short = `"${"\\u0041".repeat(10_000)}"`;

test.each([
  ["strings that are no long ones", `{"data":[${Array(200).fill(short)}]}`],
  ["a key", `{"${"\\u0041".repeat(2 * MIB)}":1}`],
  ["strings beside a long one", `{"long":"${"x".repeat(MIB)}","data":[${Array(200).fill(short)}]}`],
])("400: %s of more than 1 MiB, which would be parsed at once", async (_, text) => {
  await expect(read(text)).rejects.toMatchObject({ code: "body-too-large" });
});
