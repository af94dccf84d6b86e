import { eq, sql } from "drizzle-orm";
import { producers } from "@/db/schema/producers";
import type { Ctx } from "@/server/core/ctx";
import { invalid } from "@/server/core/errors";
import { only } from "@/server/data/only";

/** A producer's own contents and the images of its scans have a quota each, so that scanners cannot fill the first. */
export type SpaceOf = "contentBytes" | "scanImageBytes";

/** A file's claim on the space of a producer. */
export interface Claim {
  producerId: string;
  of: SpaceOf;
  bytes: number;
}

const full = ({ bytes, of }: Claim, quota: number) =>
  invalid(
    "quota-exceeded",
    `The producer's quota of ${quota} bytes for ${of === "contentBytes" ? "contents" : "images of scans"} has no room for ${bytes} more. Delete contents first.`,
  );

const read = async (ctx: Ctx, { producerId }: Claim) =>
  only(await ctx.db.select().from(producers).where(eq(producers.id, producerId)));

/**
 * Checks a claim before the bytes are stored; reserves nothing.
 * @throws 400 if there is no room now
 */
export async function refuseWithoutSpace(ctx: Ctx, claim: Claim): Promise<void> {
  const producer = await read(ctx, claim);
  if (producer[claim.of] + claim.bytes > producer.quota) throw full(claim, producer.quota);
}

/**
 * Takes the space, in the caller's transaction.
 * @throws 400 if there is no room
 */
export async function takeSpace(ctx: Ctx, claim: Claim): Promise<void> {
  const used = producers[claim.of];
  const taken = await ctx.db
    .update(producers)
    .set({ [claim.of]: sql`${used} + ${claim.bytes}` })
    .where(sql`${producers.id} = ${claim.producerId} and ${used} + ${claim.bytes} <= ${producers.quota}`)
    .returning({ id: producers.id });
  if (taken.length === 0) throw full(claim, (await read(ctx, claim)).quota);
}

/** Releases the space of a deleted file, in the caller's transaction. */
export async function giveSpaceBack(ctx: Ctx, claim: Claim): Promise<void> {
  await ctx.db
    .update(producers)
    .set({ [claim.of]: sql`${producers[claim.of]} - ${claim.bytes}` })
    .where(eq(producers.id, claim.producerId));
}
