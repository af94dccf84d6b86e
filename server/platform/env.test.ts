import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllEnvs());

const read = (variables: Record<string, string>) => {
  vi.resetModules();
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  return import("./env");
};

test("a missing variable is named with the variables that need it", async () => {
  await expect(read({ ADMIN_EMAIL: "a@b.example" })).rejects.toThrow(
    "ADMIN_PASSWORD: is needed with ADMIN_EMAIL",
  );
  vi.unstubAllEnvs();
  await expect(read({ OIDC_CLIENT_ID: "assay" })).rejects.toThrow(/OIDC_ISSUER: .*; OIDC_CLIENT_SECRET: /);
});

test("the first admin comes from the configuration", async () => {
  expect((await read({})).firstAdmin).toBeUndefined();
  const admin = { ADMIN_EMAIL: "a@b.example", ADMIN_PASSWORD: "secret" };
  expect((await read(admin)).firstAdmin).toEqual({ email: "a@b.example", password: "secret" });
});

test.each([
  ["PORT", "abc"],
  ["PORT", "70000"],
  ["PORT", "-1.5"],
  ["DATABASE_URL", "mysql://localhost/assay"],
  ["DATABASE_URL", "localhost:5432"],
  ["S3_ENDPOINT", "s3.example"],
  ["IMAGE_CACHE_MB", "-1"],
  ["PUBLIC_BASE_URL", "assay.example"],
  ["PUBLIC_DEMO", "loopback"],
  ["SECRET_KEY", "short"],
  ["SECRET_KEY_OTHERS", "short"],
  ["TRUSTED_PROXIES", "10.0.0.0/33"],
  ["TRUSTED_PROXIES", "10.0.0.1,proxy.example"],
  ["RATE_LIMITS", "no"],
  ["HOOK_TIME_SCALE", "0"],
  ["BACKGROUND_SECRET", "short"],
  ["HOOK_ALLOW", "10.0.0.1"],
  ["LOG_LEVEL", "loud"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
  ["OTEL_TRACES_SAMPLER", "sometimes"],
  ["OTEL_TRACES_SAMPLER_ARG", "1.5"],
  ["MAP_TILE_URL", "https://tiles.example/"],
  ["MAP_TILE_MAXZOOM", "99"],
  ["ADMIN_EMAIL", "no-address"],
  ["SMTP_URL", "http://mail.example"],
  ["MAIL_FROM", "Assay\nBcc: x@y.example"],
  ["OIDC_ISSUER", "idp"],
])("%s=%s is refused in one line with the variable and its rule", async (name, value) => {
  const refusal = read({ [name]: value });
  await expect(refusal).rejects.toThrow(
    /: (must be|must have|"\S+" is no) .*\. Correct the environment or \.env; /,
  );
  await expect(refusal).rejects.toThrow(new RegExp(`^The configuration is not valid: .*\\b${name}\\b.*: `));
  await expect(refusal).rejects.toThrow(/^[^\n]*$/);
});

test("an empty variable counts as unset", async () => {
  expect((await read({ PORT: "", DATABASE_URL: "", TRUSTED_PROXIES: "" })).env.PORT).toBe(3000);
});

test("the URL of the embedded database is accepted", async () => {
  const DATABASE_URL = "postgres://postgres@%2Fsrv%2F.data%2Fpostgres%2F%2C:5432/assay";
  expect((await read({ DATABASE_URL })).env.DATABASE_URL).toBe(DATABASE_URL);
});

test.each([
  [{}, true],
  [{ PUBLIC_BASE_URL: "http://127.0.0.1:3000" }, true],
  [{ PUBLIC_BASE_URL: "http://[::1]:3000" }, true],
  [{ PUBLIC_BASE_URL: "http://localhost:3000", PUBLIC_DEMO: "off" }, false],
  [{ PUBLIC_BASE_URL: "https://assay.example" }, false],
  [{ PUBLIC_BASE_URL: "https://localhost.example" }, false],
  [{ PUBLIC_BASE_URL: "https://assay.example", PUBLIC_DEMO: "on" }, true],
])("%j: the landing page has a demo: %s", async (variables, has) => {
  expect((await read(variables)).hasPublicDemo).toBe(has);
});
