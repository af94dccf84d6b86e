import { expect, test } from "vitest";
import { hashOfSecret, isWellFormedSecret, newSecret } from "./secrets";

test("secrets have a prefix by kind, 30 random base62 characters and a checksum of 6", () => {
  expect(newSecret("token")).toMatch(/^ant_[0-9A-Za-z]{36}$/);
  expect(newSecret("ownerKey")).toMatch(/^ano_[0-9A-Za-z]{36}$/);
  expect(new Set(Array.from({ length: 1000 }, () => newSecret("token"))).size).toBe(1000);
});

test("a changed character breaks the checksum, so that no database lookup is needed", () => {
  const secret = newSecret("token");
  expect(isWellFormedSecret(secret)).toBe(true);
  for (let i = 4; i < secret.length; i++) {
    const other = secret[i] === "0" ? "1" : "0";
    expect(isWellFormedSecret(secret.slice(0, i) + other + secret.slice(i + 1))).toBe(false);
  }
  for (const bad of [
    "",
    "ant_",
    `${secret}x`,
    secret.toLowerCase() === secret ? "x" : secret.replace("ant_", "ano_"),
  ]) {
    expect(isWellFormedSecret(bad)).toBe(false);
  }
});

test("the stored hash is a SHA-256", () => {
  expect(hashOfSecret("x")).toHaveLength(32);
});
