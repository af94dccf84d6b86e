import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { auditEvents } from "@/db/schema/audit-events";
import { codePatterns } from "@/db/schema/code-patterns";
import { reports } from "@/db/schema/reports";
import { sightings } from "@/db/schema/sightings";
import { only } from "@/server/data/only";
import { createReport } from "@/server/domain/reports/report";
import { NewReport } from "@/server/domain/reports/schema";
import { producerOfCode } from "@/server/domain/sightings/producer-of-code";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { post } from "@/server/testing/api";
import { callProcedure, newSignedIn } from "@/server/testing/dashboard";
import { ctxOf, newProducer, systemCtx } from "@/server/testing/factories";
import { newPattern } from "@/server/testing/patterns";
import { MAX_PATTERNS } from "./claim";
import { attributePast } from "./sweep";

// Holds decision 0080.

const { database } = runtime();
const { db } = database;

/** A prefix that no other test's codes have. */
const newPrefix = () => `${randomUUID().replaceAll("-", "").slice(0, 12).toUpperCase()}-`;

const stateOf = async (id: string) =>
  only(await db.select().from(codePatterns).where(eq(codePatterns.id, id))).state;
const scan = (identifier: string) => post("/scans", { identifier });
const ownerOf = async (code: string) => (await producerOfCode(systemCtx(), code, null))?.producerId;
const actionsOn = async (id: string) =>
  (await db.select().from(auditEvents).where(eq(auditEvents.targetId, id)).orderBy(auditEvents.id)).map(
    ({ action, producerId, changes }) => ({ action, producerId, changes }),
  );

const newBrand = async (...identifiers: string[]) => {
  const producer = await newProducer();
  for (const identifier of identifiers) await post("/items", { identifier }, { token: producer.token });
  return { producer, editor: await newSignedIn([{ producer, role: "editor" }]) };
};

test("a claim that overlaps another producer's is contested, attributes nothing, and names no other producer", async () => {
  const prefix = newPrefix();
  const [first, second] = [await newBrand(), await newBrand()];
  await newPattern(first.producer, prefix);
  const answer = await callProcedure(
    "codePatterns.claim",
    { kind: "prefix", text: `${prefix}A` },
    second.editor,
  );
  const { id, state } = z.object({ id: z.string(), state: z.string() }).parse(answer.value);
  expect(state).toBe("contested");
  expect(await ownerOf(`${prefix}A1`)).toBe(first.producer.producerId);
  const listed = await callProcedure("codePatterns.list", undefined, second.editor);
  expect(JSON.stringify(listed.value)).not.toContain(first.producer.producerId);
  expect(await actionsOn(id)).toEqual([
    {
      action: "codePatternClaimed",
      producerId: second.producer.producerId,
      changes: [{ path: "/state", to: "contested" }],
    },
  ]);
});

test("a claim that matches a registered identifier of another producer is contested", async () => {
  const prefix = newPrefix();
  await newBrand(`${prefix}0001`);
  const { producer } = await newBrand();
  expect((await newPattern(producer, `${prefix}{digits:4}`, "shape")).state).toBe("contested");
  expect((await newPattern(producer, `${prefix}{digits:5}`, "shape")).state).toBe("active");
});

test("an awarded claim attributes codes; a rival that is not broader is rejected, a broader one keeps its other codes", async () => {
  const prefix = newPrefix();
  const [broad, narrow, other] = [await newBrand(), await newBrand(), await newBrand()];
  const admin = await newSignedIn([], { isAdmin: true });
  const kept = await newPattern(broad.producer, prefix);
  const awarded = await newPattern(narrow.producer, `${prefix}AA`);
  const lost = await newPattern(other.producer, `${prefix}AAB`);
  expect([awarded.state, lost.state]).toEqual(["contested", "contested"]);
  const contested = await callProcedure("admin.contestedPatterns", undefined, admin);
  const known = z
    .array(
      z.looseObject({
        id: z.string(),
        rivals: z.array(z.looseObject({ text: z.string(), isBroader: z.boolean() })),
      }),
    )
    .parse(contested.value)
    .find(({ id }) => id === awarded.id);
  expect(known?.rivals.map(({ text, isBroader }) => ({ text, isBroader }))).toEqual([
    { text: prefix, isBroader: true },
    { text: `${prefix}AAB`, isBroader: false },
  ]);
  const decision = { id: awarded.id, decision: "award", note: "Shown by an invoice" };
  expect((await callProcedure("admin.decidePattern", decision, narrow.editor)).failure).toMatchObject({
    httpStatus: 403,
  });
  await callProcedure("admin.decidePattern", decision, admin);
  expect([await stateOf(kept.id), await stateOf(awarded.id), await stateOf(lost.id)]).toEqual([
    "active",
    "active",
    "rejected",
  ]);
  expect(await ownerOf(`${prefix}AA1`)).toBe(narrow.producer.producerId);
  expect(await ownerOf(`${prefix}B1`)).toBe(broad.producer.producerId);
  expect((await actionsOn(awarded.id)).at(-1)).toMatchObject({
    action: "codePatternAwarded",
    changes: [{ path: "/note", to: "Shown by an invoice" }],
  });
  expect((await actionsOn(lost.id)).at(-1)).toMatchObject({ action: "codePatternRejected" });
  const again = await callProcedure("admin.decidePattern", decision, admin);
  expect(again.failure).toMatchObject({ httpStatus: 409, appCode: "code-pattern-not-contested" });
});

test("a claim attributes the unassigned sightings and reports of before, and takes none from another producer", async () => {
  const prefix = newPrefix();
  const { producer } = await newBrand();
  const other = await newBrand();
  await scan(`${prefix}1`);
  await scan(`${prefix}2`);
  await post("/scans", { identifier: `${prefix}3` }, { token: other.producer.token });
  const report = NewReport.parse({ kind: "shop" });
  await createReport(systemCtx(), { identifier: `${prefix}1`, scanId: undefined }, report);
  const { id } = await newPattern(producer, prefix);
  // Scans of the last seconds may not be stored yet: the walk ends only with an older claim.
  await db
    .update(codePatterns)
    .set({ changedAt: new Date(0) })
    .where(eq(codePatterns.id, id));
  await attributePast(database);
  const rows = await db.select().from(sightings).where(eq(sightings.basisText, prefix));
  expect(rows.map(({ identifier, basis, producerId }) => ({ identifier, basis, producerId }))).toEqual(
    expect.arrayContaining([
      { identifier: `${prefix}1`, basis: "prefix", producerId: producer.producerId },
      { identifier: `${prefix}2`, basis: "prefix", producerId: producer.producerId },
    ]),
  );
  expect(rows).toHaveLength(2);
  expect(
    (
      await db
        .select()
        .from(reports)
        .where(eq(reports.code, `${prefix}1`))
    )[0]?.producerId,
  ).toBe(producer.producerId);
  const row = only(await db.select().from(codePatterns).where(eq(codePatterns.id, id)));
  expect(row).toMatchObject({ sweep: "done", attributed: 3 });
});

test("a deleted claim attributes no further codes and leaves past attributions", async () => {
  const prefix = newPrefix();
  const { producer, editor } = await newBrand();
  const { id } = await newPattern(producer, prefix);
  await scan(`${prefix}1`);
  const stranger = await newBrand();
  expect((await callProcedure("codePatterns.withdraw", { id }, stranger.editor)).failure).toMatchObject({
    httpStatus: 404,
    appCode: "code-pattern-not-found",
  });
  await callProcedure("codePatterns.withdraw", { id }, editor);
  expect(await ownerOf(`${prefix}2`)).toBeUndefined();
  expect(
    await db
      .select()
      .from(sightings)
      .where(eq(sightings.identifier, `${prefix}1`)),
  ).toMatchObject([{ producerId: producer.producerId }]);
});

test("weak and repeated patterns are refused, and more than 50", async () => {
  const { producer, editor } = await newBrand();
  const prefix = newPrefix();
  const refusalOf = async (input: object) =>
    (await callProcedure("codePatterns.claim", input, editor)).failure;
  expect(await refusalOf({ kind: "prefix", text: "A" })).toMatchObject({
    httpStatus: 400,
    appCode: "code-pattern-too-weak",
  });
  expect(await refusalOf({ kind: "gs1", text: "12" })).toMatchObject({
    httpStatus: 400,
    appCode: "code-pattern-not-a-company-prefix",
  });
  await newPattern(producer, prefix);
  expect(await refusalOf({ kind: "prefix", text: prefix })).toMatchObject({
    httpStatus: 409,
    appCode: "code-pattern-claimed",
  });
  for (let n = 1; n < MAX_PATTERNS; n += 1) await newPattern(producer, `${prefix}${n}-`);
  expect(await refusalOf({ kind: "prefix", text: `${prefix}X` })).toMatchObject({
    appCode: "too-many-code-patterns",
  });
});

test("suggestions are the shapes of the producer's own identifiers, without those claimed", async () => {
  const brand = newPrefix().slice(0, 5).replaceAll(/\d/g, "K");
  const numbers = Array.from({ length: 6 }, (_, n) => `${brand}-2024-${String(n * 37).padStart(6, "0")}`);
  const { producer, editor } = await newBrand(...numbers, "odd one");
  const suggestions = async () =>
    z
      .object({
        suggestions: z.array(z.looseObject({ kind: z.string(), text: z.string(), share: z.number() })),
      })
      .parse((await callProcedure("codePatterns.suggestions", undefined, editor)).value).suggestions;
  const [first, ...others] = await suggestions();
  expect(others).toEqual([]);
  expect(first).toMatchObject({ kind: "shape", text: `${brand}-2024-{digits:6}`, example: numbers[5] });
  expect(first?.share).toBeCloseTo(6 / 7, 5);
  await newPattern(producer, `${brand}-2024-{digits:6}`, "shape");
  expect(await suggestions()).toEqual([]);
});

test("a code is dismissed, marked as counterfeit and opened again, and the list is filtered by it", async () => {
  const prefix = newPrefix();
  const { producer, editor } = await newBrand();
  await newPattern(producer, prefix);
  for (const n of [1, 2]) await scan(`${prefix}${n}`);
  const listed = async (mark?: string) =>
    z
      .object({ entries: z.array(z.looseObject({ identifier: z.string(), mark: z.string().nullable() })) })
      .parse((await callProcedure("sightings.identifiers", { filter: { mark } }, editor)).value)
      .entries.map(({ identifier, mark }) => `${identifier.slice(prefix.length)} ${mark}`)
      .toSorted();
  const mark = (mark: string | null, n = 1) =>
    callProcedure("sightings.mark", { identifier: `${prefix}${n}`, mark }, editor);
  await mark("dismissed");
  expect([
    await listed(),
    await listed("open"),
    await listed("dismissed"),
    await listed("counterfeit"),
  ]).toEqual([["1 dismissed", "2 null"], ["2 null"], ["1 dismissed"], []]);
  expect(
    (await callProcedure("sightings.totalOfIdentifiers", { filter: { mark: "open" } }, editor)).value,
  ).toEqual({
    count: 1,
    isExact: true,
  });
  await mark("counterfeit");
  await mark("counterfeit");
  await mark(null);
  expect(await listed("open")).toEqual(["1 null", "2 null"]);
  expect((await mark("dismissed", 3)).failure).toMatchObject({
    httpStatus: 404,
    appCode: "unregistered-code-not-found",
  });
  const actions = await db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.targetName, `${prefix}1`))
    .orderBy(auditEvents.id);
  expect(actions.map(({ action }) => action)).toEqual([
    "codeDismissed",
    "codeMarkedCounterfeit",
    "codeReopened",
  ]);
});

test("a sandbox claims nothing", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const inSandbox = { ...ctx, caller: { ...ctx.caller, sandbox: 1 } };
  const { claimPattern } = await import("./claim");
  await expect(claimPattern({ ...ctx, ...inSandbox }, { kind: "prefix", text: newPrefix() })).rejects.toThrow(
    "sandbox",
  );
});

test("a scan that is stored after a newer one, while its claim is new, is attributed as well", async () => {
  const prefix = newPrefix();
  const { producer } = await newBrand();
  await scan(`${prefix}1`);
  const sightingOf = async (code: string) =>
    only(await db.select().from(sightings).where(eq(sightings.identifier, code)));
  const newer = await sightingOf(`${prefix}1`);
  const { id } = await newPattern(producer, `${prefix}2`);
  await attributePast(database);
  const timestamp = new Date(newer.timestamp.getTime() - 1_000);
  await db.insert(sightings).values({ ...newer, id: newId(), identifier: `${prefix}2`, timestamp });
  await db
    .update(codePatterns)
    .set({ changedAt: new Date(Date.now() - 60_000) })
    .where(eq(codePatterns.id, id));
  await attributePast(database);
  expect((await sightingOf(`${prefix}2`)).producerId).toBe(producer.producerId);
});
