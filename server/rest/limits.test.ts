import { expect, test } from "vitest";
import { AppError } from "@/server/errors";
import { limit } from "./limits";

/** How the next one of the kind ends: `passed`, or the refusal. */
const next = (what: Parameters<typeof limit>[0], key: string | undefined) =>
  limit(what, key).then(
    () => "passed",
    (refusal: unknown) => refusal,
  );

test.each([
  ["requests of this token", 50],
  ["scans from this address", 60],
  ["scans of this item", 600],
  ["unknown identifiers from this address", 20],
] as const)("429: %s beyond %d, with the seconds to wait", async (what, most) => {
  for (let i = 0; i < most; i++) expect(await next(what, "one")).toBe("passed");
  const refusal = await next(what, "one");
  expect(refusal).toBeInstanceOf(AppError);
  expect(refusal).toMatchObject({
    kind: "tooManyRequests",
    details: { headers: { "retry-after": expect.stringMatching(/^[1-9]\d*$/) } },
  });
  expect(await next(what, "another")).toBe("passed");
});

test("nothing is counted where the address is not known", async () => {
  for (let i = 0; i < 100; i++) expect(await next("scans from this address", undefined)).toBe("passed");
});
