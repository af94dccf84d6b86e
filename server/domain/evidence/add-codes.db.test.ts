import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { type EvidencePack, evidenceFiles, evidencePacks } from "@/db/schema/evidence-packs";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { openCase } from "@/server/domain/cases/open";
import { NewCase } from "@/server/domain/cases/schema";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, newProducer } from "@/server/testing/factories";
import { addCodes } from "./add-codes";
import { BEGIN, type Position } from "./stage";

// Holds decision 0083.

const { db } = runtime().database;
const CODES = 20;
const SIGHTINGS = 800;

const addNext = (ctx: Ctx, pack: EvidencePack, position: Position): Promise<Position | null> =>
  inTransaction(ctx, async (ctx) => {
    const next = await addCodes(ctx, pack, position);
    return next && { ...position, ...next };
  });

test("the sightings of many long codes are divided into files, and none is missing", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const { producerId } = producer;
  const codes = Array.from({ length: CODES }, (_, n) => `${newId()}-${n}-${"🧿".repeat(150)}`);
  await db.execute(sql`
    insert into sightings (id, identifier, timestamp, copyclassification, producer_id)
    select gen_random_uuid(), code, now() - make_interval(secs => n), 'unknown', ${producerId}
    from json_array_elements_text(${JSON.stringify(codes)}::text::json) as code, generate_series(1, ${SIGHTINGS}::int) as n`);
  const { id: caseId } = await openCase(
    ctx,
    NewCase.parse({ title: "Long codes", links: [{ kind: "code", refs: codes }] }),
  );
  const [pack] = await db
    .insert(evidencePacks)
    .values({
      id: newId(),
      caseId,
      producerId,
      number: 1,
      jobId: newId(),
      language: "en",
      actorId: newId(),
      actorName: "Ada",
      requestedAt: new Date(),
    })
    .returning();
  if (!pack) throw new Error("There is no pack.");
  let position: Position | null = BEGIN;
  while (position !== null) position = await addNext(ctx, pack, position);
  const files = await db
    .select({ body: evidenceFiles.body })
    .from(evidenceFiles)
    .where(eq(evidenceFiles.packId, pack.id));
  expect(files.length).toBeGreaterThan(1);
  const rows = files.flatMap(({ body }) =>
    Buffer.from(body ?? [])
      .toString("utf8")
      .trim()
      .split("\r\n")
      .slice(1),
  );
  expect(rows).toHaveLength(CODES * SIGHTINGS);
});
