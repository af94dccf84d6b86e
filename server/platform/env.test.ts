import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllEnvs());

const read = (variables: Record<string, string>) => {
  vi.resetModules();
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  return import("./env");
};

test("variables that need each other are named where one is missing", async () => {
  await expect(read({ ADMIN_EMAIL: "a@b.example" })).rejects.toThrow(
    "ADMIN_PASSWORD: is needed with ADMIN_EMAIL",
  );
  vi.unstubAllEnvs();
  await expect(read({ OIDC_CLIENT_ID: "assay" })).rejects.toThrow(/OIDC_ISSUER: .*\n.*OIDC_CLIENT_SECRET: /);
});

test("the first admin is who is configured", async () => {
  expect((await read({})).firstAdmin).toBeUndefined();
  const admin = { ADMIN_EMAIL: "a@b.example", ADMIN_PASSWORD: "secret" };
  expect((await read(admin)).firstAdmin).toEqual({ email: "a@b.example", password: "secret" });
});
