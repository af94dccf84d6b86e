import { createHash } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { type Inspection, inspections } from "@/db/schema/inspections";
import { scans } from "@/db/schema/scans";
import { actorIn, type Ctx, callingProducer, inTransaction, sandboxIn } from "@/server/core/ctx";
import { AppError, conflict } from "@/server/core/errors";
import { only } from "@/server/data/only";
import { MAX_CHARACTERS } from "@/server/domain/items/schema";
import { refuseDemoCode } from "@/server/domain/public-demo/read-only";
import { recordScan, recordSighting } from "@/server/domain/scans/record";
import type { NewScan } from "@/server/domain/scans/schema";
import { beginningOf } from "@/server/domain/shared/characters";
import { newId } from "@/server/platform/ids";
import { caseOfFinding } from "./case";
import { refuseOthers } from "./own";
import type { NewInspection } from "./schema";
import { type Standing, standingOf, standingOfMarks } from "./standing";

const codeOf = ({ code }: NewInspection) => beginningOf(MAX_CHARACTERS, code.trim());

/** Whether the code was too long for an identifier: its beginning is kept, and is no code of an item. */
const isCut = (input: NewInspection) => codeOf(input) !== input.code.trim();

const ofCaller = (ctx: Ctx, key: string) =>
  and(
    eq(inspections.producerId, callingProducer(ctx).producerId),
    eq(inspections.personId, actorIn(ctx).id),
    eq(inspections.key, key),
  );

/** The inspection of a key: a new one, or the one of an earlier call. @throws 409 if that was of another code */
async function begin(ctx: Ctx, input: NewInspection): Promise<Inspection> {
  const { producerId, actor } = callingProducer(ctx);
  const now = Date.now();
  const [begun] = await ctx.db
    .insert(inspections)
    .values({
      id: newId(now),
      producerId,
      personId: actor.id,
      key: input.key,
      code: codeOf(input),
      note: input.note,
      isFlagged: input.isFlagged,
      accuracy: input.place?.accuracy ?? null,
      deviceTime: new Date(input.at),
      createdAt: new Date(now),
    })
    .onConflictDoNothing()
    .returning();
  const found = begun ?? only(await ctx.db.select().from(inspections).where(ofCaller(ctx, input.key)));
  if (found.code !== codeOf(input))
    throw conflict("inspection-key-used", "The key belongs to an inspection of another code.");
  return found;
}

/** An inspector's scan. Like a visit of the verify page, it has no verdict of a scanner. */
const scanOf = (input: NewInspection): NewScan => ({
  identifier: codeOf(input),
  copyclassification: "unknown",
  location: input.place && { latitude: input.place.latitude, longitude: input.place.longitude },
  data: {},
  softwareInfo: { app: "inspect-web" },
  deviceInfo: null,
});

/** The key of the scan: a second call, also one at the same time, records none. */
function scanKeyOf({ producerId, id }: Inspection) {
  const bodyHash = createHash("sha256").update(id).digest();
  return { scope: `inspection ${producerId}`, key: id, bodyHash, locale: null };
}

/**
 * Records the scan or the sighting of an inspection, once. Without a place it has no country: the address of the call says
 * little about where the code was read.
 */
async function recordOnce(ctx: Ctx, inspection: Inspection, input: NewInspection): Promise<Standing> {
  const { id, code } = inspection;
  const standing = await (isCut(input) ? standingOfMarks : standingOf)(ctx, code);
  if (!standing.isRegistered) {
    await recordSighting(ctx, scanOf(input), id);
    return standing;
  }
  // The key is forgotten after a day, the scan is not.
  const isRecorded = (await ctx.db.$count(scans, eq(scans.id, id))) > 0;
  if (isRecorded) return standing;
  try {
    await recordScan(ctx, scanOf(input), undefined, scanKeyOf(inspection), id);
    return standing;
  } catch (thrown) {
    // The item was deleted meanwhile, and the sighting is stored.
    if (thrown instanceof AppError && thrown.kind === "notFound") return standingOf(ctx, code);
    throw thrown;
  }
}

/** Stores the answer with its case, unless another call did. */
const finish = (ctx: Ctx, inspection: Inspection, input: NewInspection, standing: Standing) =>
  inTransaction(ctx, async (ctx) => {
    const of = eq(inspections.id, inspection.id);
    const [open] = await ctx.db
      .update(inspections)
      .set(standing)
      .where(and(of, isNull(inspections.verdict)))
      .returning();
    if (open && (open.isFlagged || standing.verdict !== "genuine")) {
      const caseId = await caseOfFinding(ctx, open, input.case);
      await ctx.db.update(inspections).set({ caseId }).where(of);
    }
    return only(await ctx.db.select().from(inspections).where(of));
  });

/**
 * Records an inspection of the calling member with its scan, once for each key, and answers what the producer knows of the
 * code. A finding belongs to a case from then on.
 * @throws 409 for a key that was used for another code, and for an inspection of another person; 403 for codes of the
 * public demo, whose visitors would see where the inspector is
 */
export async function recordInspection(ctx: Ctx, input: NewInspection): Promise<Inspection> {
  refuseOthers(ctx, input);
  if (sandboxIn(ctx) === 0) await refuseDemoCode(ctx, codeOf(input));
  const begun = await begin(ctx, input);
  if (begun.verdict !== null) return begun;
  return finish(ctx, begun, input, await recordOnce(ctx, begun, input));
}
