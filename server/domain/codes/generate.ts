import { identifiers as codesOf, groupText, type Pattern, PatternFault, parsePattern } from "@assay/codes";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { batchCodes } from "@/db/schema/batch-codes";
import { type CodeBatch, codeBatches } from "@/db/schema/code-batches";
import type { Group } from "@/db/schema/groups";
import type { Job } from "@/db/schema/jobs";
import { type Ctx, callingProducer, inTransaction, sandboxIn } from "@/server/core/ctx";
import { AppError, faulty } from "@/server/core/errors";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { addItems } from "@/server/domain/groups/add-item";
import { ownedGroup } from "@/server/domain/groups/read";
import { itemsById, registerItems } from "@/server/domain/items/create";
import { MAX_CHARACTERS } from "@/server/domain/items/schema";
import type { Step } from "@/server/domain/jobs/progress";
import { requestJob } from "@/server/domain/jobs/request";
import type { JobInput } from "@/server/domain/jobs/schema";
import { newId } from "@/server/platform/ids";
import { claimNewCodes } from "./claim";
import { seriesOf, takeNumbers } from "./numbers";
import { refuseTooManyReserved, refuseWithoutRoomFor } from "./room";

/** Codes of one transaction, which takes less than a second with items in a group. Larger ones generate hardly more a second. */
const BATCH_SIZE = 500;

type Input = JobInput<"codeGeneration">;

const Cursor = z.object({ batchId: z.string(), drawn: z.number() });

/**
 * Generates codes as a job: up to 500 at once, more in the background.
 * @throws 400 for a group that does not suit the pattern, used up numbers or a full quota; 404, 403 for the group
 */
export const requestCodeGeneration = (ctx: Ctx, input: Input): Promise<Job> =>
  requestJob(ctx, { kind: "codeGeneration", input, name: input.pattern, total: input.count }, (ctx) =>
    generateCodesBatch(ctx, input, null),
  );

/** Generates the next codes, and with the first ones their batch. */
export const generateCodesBatch = (ctx: Ctx, input: Input, cursor: unknown): Promise<Step> =>
  inTransaction(ctx, async (ctx) => {
    const pattern = parsePattern(input.pattern, { maxCharacters: MAX_CHARACTERS });
    const group = input.groupId ? await ownedGroup(ctx, input.groupId) : null;
    const { batchId, drawn } =
      cursor === null ? await newBatch(ctx, input, pattern, group) : Cursor.parse(cursor);
    const batch = only(await ctx.db.select().from(codeBatches).where(eq(codeBatches.id, batchId)));
    const count = Math.min(BATCH_SIZE, batch.count - drawn);
    const from = batch.firstNumber === null ? undefined : batch.firstNumber + drawn;
    const codes = await claimNewCodes(ctx, pattern, { count, from, group: batch.groupText ?? textOf(group) });
    await addToBatch(ctx, batch, codes);
    if (!batch.isReserved) await createItemsOf(ctx, input, codes, group);
    const isLast = drawn + count === batch.count;
    return {
      cursor: isLast ? null : { batchId, drawn: drawn + count },
      done: count,
      counts: { generated: codes.length, skipped: count - codes.length },
      facts: { batchId },
    };
  });

/** The text of `{group}`. */
const textOf = (group: Group | null) => groupText(group?.title ?? "");

async function newBatch(ctx: Ctx, input: Input, pattern: Pattern, group: Group | null) {
  const { producerId, actor } = callingProducer(ctx);
  const { count, reserved } = input;
  refuseFaultyGroup(pattern, group);
  if (reserved) await refuseTooManyReserved(ctx);
  else await refuseWithoutRoomFor(ctx, input);
  const firstNumber = await takeNumbers(ctx, pattern, count);
  const batch: typeof codeBatches.$inferInsert = {
    id: newId(),
    producerId,
    pattern: seriesOf(pattern),
    firstNumber,
    count,
    isReserved: reserved,
    groupId: group?.id ?? null,
    groupText: pattern.parts.some(({ kind }) => kind === "group") ? textOf(group) : null,
    actorType: actor.type,
    actorId: actor.id,
    actorName: actor.name,
    createdAt: new Date(),
  };
  await ctx.db.insert(codeBatches).values(batch);
  await recordAuditEvent(ctx, "codesGenerated", {
    producerId,
    id: batch.id,
    name: input.pattern,
    changes: [{ path: "/count", to: count }],
  });
  return { batchId: batch.id, drawn: 0 };
}

/** @throws 400 if the text of the group does not suit the pattern */
function refuseFaultyGroup(pattern: Pattern, group: Group | null): void {
  try {
    codesOf(pattern, { count: 0, group: textOf(group) });
  } catch (fault) {
    if (!(fault instanceof PatternFault)) throw fault;
    throw faulty([{ pointer: "/groupId", message: fault.message }]);
  }
}

async function addToBatch(ctx: Ctx, { id, generated }: CodeBatch, codes: string[]): Promise<void> {
  if (codes.length === 0) return;
  const sandbox = sandboxIn(ctx);
  await ctx.db.insert(batchCodes).values(
    codes.map((identifier, index) => ({
      batchId: id,
      position: generated + index + 1,
      identifier,
      sandbox,
    })),
  );
  await ctx.db
    .update(codeBatches)
    .set({ generated: generated + codes.length })
    .where(eq(codeBatches.id, id));
}

async function createItemsOf(ctx: Ctx, input: Input, codes: string[], group: Group | null): Promise<void> {
  const { title, data } = input;
  const registered = await registerItems(
    ctx,
    codes.map((identifier) => ({ identifier, title, data })),
  );
  const ids = registered.map((id) => {
    if (id instanceof AppError) throw id;
    return id;
  });
  if (!group) return;
  const items = await itemsById(ctx, ids);
  await addItems(
    ctx,
    [...items.values()].map((item) => ({ item, groupId: group.id })),
  );
}
