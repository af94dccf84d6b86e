import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { codePatterns } from "@/db/schema/code-patterns";
import { reports } from "@/db/schema/reports";
import { sightings } from "@/db/schema/sightings";
import { only } from "@/server/data/only";
import { createReport } from "@/server/domain/reports/report";
import { NewReport } from "@/server/domain/reports/schema";
import { producerOfCode } from "@/server/domain/sightings/producer-of-code";
import { runtime } from "@/server/runtime/runtime";
import { post } from "@/server/testing/api";
import { newProducer, systemCtx } from "@/server/testing/factories";
import { newPattern } from "@/server/testing/patterns";
import { nearKeysIn, nearKeysOf } from "./deletions";
import { attributePast } from "./sweep";

// Holds decision 0080. Characters beyond the basic plane have two UTF-16 units; none may be cut between them.

const { database } = runtime();
const db = () => database.db;

/** Ten characters that no other test's codes have, and an emoji at a place among them. */
const newStart = (at: number) => {
  const start = randomUUID().replaceAll("-", "").slice(0, 10).toUpperCase();
  return `${start.slice(0, at)}😀${start.slice(at)}`;
};

const sighted = (code: string) => db().select().from(sightings).where(eq(sightings.identifier, code));
const reported = (code: string) => db().select().from(reports).where(eq(reports.code, code));
const ownerOf = (code: string) => producerOfCode(systemCtx(), code, null);
const report = (identifier: string) =>
  createReport(systemCtx(), { identifier, scanId: undefined }, NewReport.parse({ kind: "shop" }));

test.each([0, 1, 2, 5, 8, 9])(
  "a scan and a report of a code with an emoji at place %i are kept",
  async (at) => {
    const code = `${newStart(at)}-1`;
    expect((await post("/scans", { identifier: code })).status).toBe(404);
    await report(code);
    expect([await sighted(code), await reported(code)]).toMatchObject([
      [{ producerId: null }],
      [{ producerId: null }],
    ]);
  },
);

test("a claim with an emoji attributes scans and reports of before and after it, and miswritten codes", async () => {
  const producer = await newProducer();
  const start = newStart(3);
  await post("/items", { identifier: `${start}-000917` }, { token: producer.token });
  await post("/scans", { identifier: `${start}-1` });
  await report(`${start}-1`);
  const { id } = await newPattern(producer, `${start}-`);
  await db()
    .update(codePatterns)
    .set({ changedAt: new Date(0) })
    .where(eq(codePatterns.id, id));
  await attributePast(database);
  const row = only(await db().select().from(codePatterns).where(eq(codePatterns.id, id)));
  expect(row).toMatchObject({ sweep: "done", attributed: 2 });
  const { producerId } = producer;
  expect([await sighted(`${start}-1`), await reported(`${start}-1`)]).toMatchObject([
    [{ producerId, basis: "prefix" }],
    [{ producerId }],
  ]);
  expect(await ownerOf(`${start}-2`)).toMatchObject({ producerId, basis: "prefix" });
  const miswritten = `${start.replace("😀", "😃")}-000917`;
  expect(await ownerOf(miswritten)).toMatchObject({ producerId, basis: "similar" });
  expect(await ownerOf(`${start.replace("😀", "")}-000917`)).toMatchObject({ producerId, basis: "similar" });
});

test("the keys of near starts have whole characters alone", () => {
  for (let at = 0; at <= 10; at += 1) {
    const start = newStart(at);
    expect([...nearKeysOf(start), ...nearKeysIn(start)].filter((key) => !key.isWellFormed())).toEqual([]);
  }
});
