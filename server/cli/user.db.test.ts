import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { people } from "@/db/schema/people";
import { readInvitation } from "@/server/domain/members/accept";
import { inviteMember } from "@/server/domain/members/invite";
import { signIn } from "@/server/domain/people/sign-in";
import { runtime } from "@/server/runtime/runtime";
import { newProducer, systemCtx } from "@/server/testing/factories";
import { ctxOfMember, newMember, newPerson, OTHER_PASSWORD, PASSWORD } from "@/server/testing/people";
import { BUNDLE } from "./bundle.mjs";

// Inside the repository, so that the bundle resolves its packages.
mkdirSync(path.resolve("node_modules/.cache"), { recursive: true });
const folder = mkdtempSync(path.resolve("node_modules/.cache/user-command-"));
const bundle = path.join(folder, "user.mjs");

beforeAll(async () => {
  await build({
    entryPoints: ["server/cli/user.ts"],
    outfile: bundle,
    ...BUNDLE,
  });
  expect(existsSync(bundle)).toBe(true);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the bundled command. */
const user = (...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [bundle, ...args], { env: process.env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

const Made = z.object({ personId: z.uuid() }).loose();
const create = (email: string, ...rest: string[]) =>
  user("create", "--email", email, "--password", PASSWORD, ...rest, "--json");

test("create --admin creates an admin who can sign in", async () => {
  const { code, out } = await create("Root@People.test", "--admin");
  expect(code).toBe(0);
  const made = Made.parse(JSON.parse(out));
  expect(made).toEqual({ personId: made.personId, email: "root@people.test", admin: true });
  const session = await signIn(systemCtx(), { email: "root@people.test", password: PASSWORD }, undefined);
  expect(session.personId).toBe(made.personId);
});

test("create --producer creates a member", async () => {
  const { producerId } = await newProducer();
  const { out } = await create("ed@people.test", "--producer", producerId, "--role", "editor");
  expect(JSON.parse(out)).toMatchObject({ email: "ed@people.test", producerId, role: "editor" });
});

test("a new password ends all sessions of the account and confirms its e-mail", async () => {
  const { email, id } = await newPerson();
  const { db } = runtime().database;
  await db.update(people).set({ emailProvenAt: null }).where(eq(people.id, id));
  const give = (password: string) => user("password", "--email", email, "--password", password, "--json");
  const { code, out } = await give(OTHER_PASSWORD);
  expect([code, JSON.parse(out)]).toEqual([0, { personId: id, email }]);
  const trySignIn = (password: string) => signIn(systemCtx(), { email, password }, undefined);
  await expect(trySignIn(PASSWORD)).rejects.toMatchObject({ code: "sign-in-refused" });
  expect(await trySignIn(OTHER_PASSWORD)).toEqual({ personId: id, sessionVersion: 2 });
  const [row] = await db.select().from(people).where(eq(people.id, id));
  expect(row?.emailProvenAt).toBeInstanceOf(Date);
  const weak = await give("passwordpassword");
  expect([weak.code, weak.err]).toEqual([1, expect.stringMatching(/password: is too easily guessed/)]);
}, 60_000);

test("disable ends sessions and open invitations; enable restores the account", async () => {
  const producer = await newProducer();
  const owner = await newMember(producer, "owner");
  const invitation = { email: "asked@people.test", role: "owner", locale: "en" } as const;
  const { link } = await inviteMember(ctxOfMember(producer, owner), invitation);
  const trySignIn = () => signIn(systemCtx(), { email: owner.email, password: PASSWORD }, undefined);
  const disabled = await user("disable", "--email", owner.email.toUpperCase(), "--json");
  expect(JSON.parse(disabled.out)).toEqual({ personId: owner.id, email: owner.email, disabled: true });
  await expect(trySignIn()).rejects.toMatchObject({ code: "sign-in-refused" });
  await expect(readInvitation(systemCtx(), link?.split("/").at(-1) ?? "")).rejects.toMatchObject({
    code: "invitation-not-open",
  });
  const enabled = await user("enable", "--email", owner.email);
  expect(enabled.out).toBe(`person  ${owner.id}\ne-mail  ${owner.email}\nstatus  enabled\n`);
  // Sessions from before stay ended.
  expect(await trySignIn()).toEqual({ personId: owner.id, sessionVersion: 2 });
}, 60_000);

test("a refusal is one line on standard error and nothing on standard output", async () => {
  const { producerId } = await newProducer();
  const member = ["--producer", producerId, "--role"];
  await create("twice@people.test", "--admin");
  const unknownId = "00000000-0000-7000-8000-000000000000";
  for (const [args, reason] of [
    [["twice@people.test", "--admin"], /An account with the e-mail twice@people\.test already exists/],
    [["none", "--admin"], /email: /],
    [["a@people.test", "--producer", unknownId, "--role", "owner"], /no producer/],
    [["a@people.test", "--producer", "no id", "--role", "owner"], /no producer/],
    [["a@people.test", ...member, "admin"], /role: /],
  ] as const) {
    const { code, out, err } = await create(args[0], ...args.slice(1));
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(reason);
    expect(err.trim().split("\n")).toHaveLength(1);
  }
  const stranger = await user("disable", "--email", "stranger@people.test");
  expect([stranger.code, stranger.err]).toEqual([
    1,
    expect.stringMatching(/No account uses the e-mail stranger@people\.test/),
  ]);
  const weak = await user("create", "--email", "b@people.test", "--password", "passwordpassword", "--admin");
  expect([weak.code, weak.err]).toEqual([1, expect.stringMatching(/password: is too easily guessed/)]);
}, 60_000);

test("a command with missing arguments prints its usage", async () => {
  const { code, out, err } = await user("create", "--email", "a@people.test");
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain("usage: npm run -s user -- create");
});
