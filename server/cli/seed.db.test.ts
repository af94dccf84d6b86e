import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { memberships } from "@/db/schema/memberships";
import { runtime } from "@/server/runtime/runtime";
import { newPerson } from "@/server/testing/people";
import { BUNDLE } from "./bundle.mjs";

/** The test runs two processes. */
const MAX_TEST_MS = 120_000;

// Inside the repository, so that the bundle resolves its packages.
mkdirSync(path.resolve("node_modules/.cache"), { recursive: true });
const folder = mkdtempSync(path.resolve("node_modules/.cache/seed-command-"));
const bundle = path.join(folder, "seed.mjs");

beforeAll(async () => {
  await build({
    entryPoints: ["server/cli/seed.ts"],
    outfile: bundle,
    ...BUNDLE,
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the bundled command for a small demo. */
const seed = (...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const all = [bundle, "--items", "3", "--scans", "20", "--days", "3", "--json", ...args];
    execFile(process.execPath, all, { env: process.env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

test("seed --owner makes a person an owner of the demo; an unknown person is refused before any row is written", {
  timeout: MAX_TEST_MS,
}, async () => {
  const person = await newPerson();
  const refused = await seed("--owner", "unknown@people.test");
  expect(refused).toMatchObject({ code: 1, out: "" });
  const { out, err } = await seed("--owner", person.email);
  const { producerId } = z.object({ producerId: z.uuid() }).parse(JSON.parse(out));
  expect(err).toContain(`Sign in as ${person.email} at `);
  const { db } = runtime().database;
  expect(await db.select().from(memberships).where(eq(memberships.personId, person.id))).toMatchObject([
    { producerId, role: "owner" },
  ]);
});
