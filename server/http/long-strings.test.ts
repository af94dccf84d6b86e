import { expect, test } from "vitest";
import { jsonBody } from "./input";
import { JsonCounter } from "./json-counter";

const MIB = 1024 * 1024;

/** Reads a body like an upload: counts it in chunks, then parses it. */
async function read(text: string | Buffer) {
  const bytes = Buffer.from(text);
  const counter = new JsonCounter(14 * MIB);
  for (let from = 0; from < bytes.length; from += 65_536) counter.feed(bytes.subarray(from, from + 65_536));
  const { body, faults } = await jsonBody(bytes, "application/json", counter.longStrings);
  return { body, faults, longStrings: counter.longStrings.length };
}

/** Texts of a pattern longer than parts of 1 MiB, shifted so that a part's end falls on each place in the pattern. */
function* shifted(pattern: string) {
  const repeated = pattern.repeat((2.2 * MIB) / Buffer.byteLength(pattern));
  for (let shift = 0; shift < 12; shift++) yield `${"y".repeat(shift)}${repeated}`;
}

/** Compares bytes without an assertion message of megabytes. */
const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0;

test.each(["x", "\\u0041", "\\/", "+/"])(
  "Base64 of %s is decoded, wherever parts of it end",
  async (pattern) => {
    for (const text of shifted(pattern)) {
      const missing = -JSON.parse(`"${text}"`).length & 3;
      const whole = `"${text}${"A".repeat(missing)}"`;
      const { body, longStrings } = await read(`{ "data": ${whole}}`);
      expect(longStrings).toBe(1);
      expect(body).toMatchObject({ data: expect.any(Buffer) });
      expect(isSame(Object(body).data, Buffer.from(JSON.parse(whole), "base64"))).toBe(true);
    }
  },
);

test("characters outside the alphabet or a truncated end are not Base64, whichever part contains them", async () => {
  const base64 = "AAAA".repeat(0.6 * MIB);
  for (const text of [
    `-${base64.slice(1)}`,
    `${base64.slice(1)}-`,
    `${base64}A`,
    `${base64.slice(4)}==${base64}==`,
  ])
    expect((await read(`{"data":"${text}"}`)).body).toEqual({ data: "=" });
});

test.each(["x", "\\u0041", "\\\\", '\\"', "\\/", "日", "😀", "\\ud83d\\ude00", "\\\\\\u0041"])(
  "any other text of %s begins as JSON.parse reads it, and has no fault wherever its parts end",
  async (pattern) => {
    for (const text of shifted(pattern)) {
      const { body, faults } = await read(`{"list":["${text}", 1] , "b":"short" }`);
      const [first, second]: [string, number] = Object(body).list;
      expect([second, Object(body).b, faults]).toEqual([1, "short", []]);
      expect(first.length).toBeGreaterThan(64 * 1024);
      expect(JSON.parse(`"${text}"`).startsWith(first)).toBe(true);
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
  "%s in a long string is a fault, even in an ignored field",
  async (escaped) => {
    const { faults } = await read(`{"surprise":"${"x".repeat(MIB)}${escaped}"}`);
    expect(faults).toMatchObject([{ pointer: "/surprise" }]);
  },
);

const short = `"${"\\u0041".repeat(10_000)}"`;

test.each([
  ["strings below the size of long ones", `{"data":[${Array(200).fill(short)}]}`],
  ["a key", `{"${"\\u0041".repeat(2 * MIB)}":1}`],
  ["strings beside a long one", `{"long":"${"x".repeat(MIB)}","data":[${Array(200).fill(short)}]}`],
])("400: %s of more than 1 MiB, which would be parsed in one step", async (_, text) => {
  await expect(read(text)).rejects.toMatchObject({ code: "body-too-large" });
});
