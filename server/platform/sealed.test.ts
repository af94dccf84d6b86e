import { expect, test } from "vitest";
import { seal, unseal } from "./sealed";

test.each(["whsec_abc", "", "ü☃\u{1f600}", "x".repeat(100_000)])(
  "a sealed text can be unsealed: %.20s",
  (text) => {
    expect(unseal(seal(text, "hook-secrets", "hook"), "hook-secrets", "hook")).toBe(text);
  },
);

test("a sealed value hides the text, and two seals of one text differ", () => {
  const [one, other] = [seal("whsec_abc", "hook-secrets", "hook"), seal("whsec_abc", "hook-secrets", "hook")];
  expect(one.includes("whsec_abc")).toBe(false);
  expect(one.equals(other)).toBe(false);
});

test("a value sealed for one object or purpose cannot be unsealed for another", () => {
  const sealed = seal("text", "hook-secrets", "hook");
  expect(() => unseal(sealed, "hook-secrets", "another hook")).toThrow();
  expect(() => unseal(sealed, "idempotent-answers", "hook")).toThrow();
});

test("a changed, cut or lengthened value cannot be unsealed", () => {
  const sealed = seal("text", "hook-secrets", "hook");
  for (const at of sealed.keys()) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => unseal(changed, "hook-secrets", "hook"), `byte ${at}`).toThrow();
  }
  for (const wrong of [
    sealed.subarray(1),
    sealed.subarray(0, -1),
    Buffer.concat([sealed, sealed]),
    Buffer.alloc(0),
  ])
    expect(() => unseal(wrong, "hook-secrets", "hook")).toThrow();
});
