import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { evaluateRules } from "@/server/domain/alerts/evaluate-rules";
import { attributionOf } from "@/server/domain/code-patterns/attribute";
import { runtime } from "@/server/runtime/runtime";
import { post } from "@/server/testing/api";
import { callProcedure, newSignedIn, type SignedInPerson } from "@/server/testing/dashboard";
import { ctxOf, newProducer } from "@/server/testing/factories";
import { newPattern } from "@/server/testing/patterns";

// Holds decision 0046: what remains of a closed producer.
// Holds decision 0080.

const Codes = z.object({ entries: z.array(z.object({ identifier: z.string(), isRegistered: z.boolean() })) });

const codesOf = async (person: SignedInPerson, path = "sightings.identifiers") =>
  Codes.parse((await callProcedure(path, { limit: 100 }, person)).value).entries.map(
    ({ identifier }) => identifier,
  );

/** A prefix that no other test's codes have. */
const newPrefix = () => randomUUID().replaceAll("-", "").slice(0, 12).toUpperCase();

/** A producer with items and a claimed prefix. */
async function newBrand(codes: string[], claim?: string) {
  const producer = await newProducer();
  for (const identifier of codes) await post("/items", { identifier }, { token: producer.token });
  if (claim) await newPattern(producer, claim);
  return { producer, viewer: await newSignedIn([{ producer, role: "viewer" }]) };
}

const scan = (identifier: string, options = {}) => post("/scans", { identifier }, options);

test("an anonymous scan of a made-up code is listed at once for the producer that claims its pattern, and for no other", async () => {
  const prefix = newPrefix();
  const acme = await newBrand([`${prefix}-A-000001`, `${prefix}-A-000917`], `${prefix}-A-`);
  const other = await newBrand([`${prefix}-B-000001`], `${prefix}-B-`);
  const admin = await newSignedIn([], { isAdmin: true });
  const code = `${prefix}-A-999999`;
  expect((await scan(code)).status).toBe(404);
  expect(await codesOf(acme.viewer)).toEqual([code]);
  expect(await codesOf(other.viewer)).toEqual([]);
  expect(await codesOf(admin, "admin.unclaimedCodes")).not.toContain(code);
});

test("a code that no producer claims is listed for admins alone, even where it resembles registered codes", async () => {
  const prefix = newPrefix();
  const acme = await newBrand([`${prefix}-000001`]);
  const admin = await newSignedIn([], { isAdmin: true });
  const codes = [`${prefix}-000002`, `X${prefix}-1`];
  for (const code of codes) await scan(code);
  expect(await codesOf(acme.viewer)).toEqual([]);
  expect(await codesOf(admin, "admin.unclaimedCodes")).toEqual(expect.arrayContaining(codes));
  const refused = await callProcedure("admin.unclaimedCodes", {}, acme.viewer);
  expect(refused.failure).toMatchObject({ httpStatus: 403, appCode: "not-an-admin" });
});

test("the producer whose token scanned a code takes precedence over the one that claims it", async () => {
  const prefix = newPrefix();
  const acme = await newBrand([`${prefix}-000001`, `${prefix}-000002`], `${prefix}-`);
  const app = await newBrand([]);
  const brought = `${prefix}-999999`;
  await scan(brought, { token: app.producer.token });
  expect(await codesOf(app.viewer)).toEqual([brought]);
  expect(await codesOf(acme.viewer)).toEqual([]);
});

test("codes that a closed producer claims are listed for admins", async () => {
  const prefix = newPrefix();
  const { producer } = await newBrand([`${prefix}-000001`], `${prefix}-`);
  const admin = await newSignedIn([], { isAdmin: true });
  await callProcedure(
    "admin.close",
    { producerId: producer.producerId, name: "Acme", reason: "Gone" },
    admin,
  );
  await scan(`${prefix}-999999`);
  expect(await codesOf(admin, "admin.unclaimedCodes")).toContain(`${prefix}-999999`);
});

test("the alert rule for unregistered codes counts anonymous scans of codes that the producer claims", async () => {
  const prefix = newPrefix();
  const { producer } = await newBrand([`${prefix}-000001`], `${prefix}-`);
  const owner = await newSignedIn([{ producer, role: "owner" }]);
  for (const last of [8, 9]) await scan(`${prefix}-99999${last}`);
  const rule = {
    name: "Made-up codes",
    condition: { kind: "unknownIdentifiers", windowHours: 24, sightings: 2 },
    coolDownHours: 24,
    mailsMe: false,
  };
  await callProcedure("alerts.createRule", rule, owner);
  const { database } = runtime();
  const raised = async () =>
    z
      .object({ entries: z.array(z.object({ ruleName: z.string() })) })
      .parse((await callProcedure("alerts.list", {}, owner)).value).entries;
  await evaluateRules(database);
  expect(await raised()).toEqual([]);
  await scan(`${prefix}-999996`);
  await evaluateRules(database, { now: Date.now() + 5 * 60_000 });
  expect(await raised()).toEqual([{ ruleName: rule.name }]);
});

test("a copied code with a wrong character is attributed by the registered identifier next to it, and says so", async () => {
  const prefix = newPrefix();
  const acme = await newBrand([`${prefix}-7K2M9QXV`], `${prefix}-`);
  const { caller: _, ...ctx } = ctxOf(acme.producer);
  const code = `${prefix.slice(0, 3)}_${prefix.slice(4)}-7K2M9QXV`;
  const { producerId } = acme.producer;
  expect(await attributionOf(ctx, code, null)).toEqual({
    producerId,
    basis: "similar",
    basisText: `${prefix}-7K2M9QXV`,
  });
  expect(await attributionOf(ctx, `${prefix}-99`, null)).toEqual({
    producerId,
    basis: "prefix",
    basisText: `${prefix}-`,
  });
  expect(await attributionOf(ctx, `${prefix.slice(0, 3)}__${prefix.slice(4)}-7K2M9QX`, null)).toBeUndefined();
});

const PAGES_READ = z.array(z.object({ "QUERY PLAN": z.array(z.object({ Plan: z.looseObject({}) })) }));

test("finding the producer of a code reads a bounded number of index entries, regardless of planner statistics", async () => {
  const { db } = runtime().database;
  const { producerId } = await newProducer();
  const { producerId: hotId } = await newProducer();
  const add = (prefix: string, count: number, owner: string) =>
    db.execute(sql`
      insert into identifiers (identifier, producer_id)
      select ${prefix} || lpad(number::text, 8, '0'), ${owner}::uuid from generate_series(1, ${count}::int) number`);
  await db.execute(sql`alter table identifiers set (autovacuum_enabled = false)`);
  await add("ANALYSED-", 3_000, producerId);
  // The next rows come after ANALYZE: the planner expects no code with this prefix.
  await db.execute(sql`analyze identifiers`);
  await add("ZHOT-", 60_000, hotId);
  const [row] = await db.transaction(async (tx) => {
    // The worst misjudgement of a planner: it costs every index access far too high.
    await tx.execute(sql`set local random_page_cost = 1000000`);
    return PAGES_READ.parse(
      await tx.execute(sql`
        explain (analyze, buffers, format json) select * from identifiers_beside('ZHOT-00030000x', 16)`),
    );
  });
  const plan = row?.["QUERY PLAN"][0]?.Plan ?? {};
  const read = Number(plan["Shared Hit Blocks"]) + Number(plan["Shared Read Blocks"]);
  expect(plan["Actual Rows"]).toBe(32);
  expect(read).toBeLessThan(200);
});
