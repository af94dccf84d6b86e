import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { signIn } from "@/server/domain/people/sign-in";
import { newProducer, systemCtx } from "@/server/testing/factories";
import { PASSWORD } from "@/server/testing/people";

// In the repository, so that the bundle finds its packages.
const folder = mkdtempSync(path.resolve("node_modules/.cache/user-command-"));
const bundle = path.join(folder, "user.mjs");

beforeAll(async () => {
  await build({
    entryPoints: ["server/cli/user.ts"],
    outfile: bundle,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
  });
  expect(existsSync(bundle)).toBe(true);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command as it is bundled. */
const user = (...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [bundle, ...args], { env: process.env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

const Made = z.object({ personId: z.uuid() }).loose();
const create = (email: string, ...rest: string[]) =>
  user("create", "--email", email, "--password", PASSWORD, ...rest, "--json");

test("an admin is made, and can sign in", async () => {
  const { code, out } = await create("Root@People.test", "--admin");
  expect(code).toBe(0);
  const made = Made.parse(JSON.parse(out));
  expect(made).toEqual({ personId: made.personId, email: "root@people.test", admin: true });
  const session = await signIn(systemCtx(), { email: "root@people.test", password: PASSWORD }, undefined);
  expect(session.personId).toBe(made.personId);
});

test("a member of a producer is made", async () => {
  const { producerId } = await newProducer();
  const { out } = await create("ed@people.test", "--producer", producerId, "--role", "editor");
  expect(JSON.parse(out)).toMatchObject({ email: "ed@people.test", producerId, role: "editor" });
});

test("what can't be done is said in one line, and nothing is printed", async () => {
  const { producerId } = await newProducer();
  const member = ["--producer", producerId, "--role"];
  await create("twice@people.test", "--admin");
  const nobody = "00000000-0000-7000-8000-000000000000";
  for (const [args, reason] of [
    [["twice@people.test", "--admin"], /somebody with the e-mail twice@people\.test/],
    [["none", "--admin"], /email: /],
    [["a@people.test", "--producer", nobody, "--role", "owner"], /no producer/],
    [["a@people.test", "--producer", "no id", "--role", "owner"], /no producer/],
    [["a@people.test", ...member, "admin"], /role: /],
  ] as const) {
    const { code, out, err } = await create(args[0], ...args.slice(1));
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(reason);
    expect(err.trim().split("\n")).toHaveLength(1);
  }
  const weak = await user("create", "--email", "b@people.test", "--password", "passwordpassword", "--admin");
  expect([weak.code, weak.err]).toEqual([1, expect.stringMatching(/password: is too easily guessed/)]);
}, 60_000);

test("a command that says too little or too much is told how it is used", async () => {
  for (const args of [
    [],
    ["create"],
    ["create", "--email", "a@people.test", "--password", PASSWORD],
    ["create", "--email", "a@people.test", "--password", PASSWORD, "--admin", "--role", "owner"],
    ["create", "--email", "a@people.test", "--password", PASSWORD, "--role", "owner"],
    ["create", "--email", "a@people.test", "--password", PASSWORD, "--admin", "--unknown"],
    ["delete", "--email", "a@people.test", "--password", PASSWORD, "--admin"],
  ]) {
    const { code, out, err } = await user(...args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("usage: npm run -s user -- create");
  }
}, 60_000);
