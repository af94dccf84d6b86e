import { eq } from "drizzle-orm";
import { producers } from "@/db/schema/producers";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { refuseStale, versionOf } from "@/server/domain/shared/version";
import type { GuidedPhotos } from "./schema";

const ofCaller = (ctx: Ctx) => eq(producers.id, callingProducer(ctx).producerId);

/** What inspectors of the calling producer are asked to photograph. */
export async function guidedPhotosOf(ctx: Ctx): Promise<string[]> {
  return only(await ctx.db.select({ photos: producers.guidedPhotos }).from(producers).where(ofCaller(ctx)))
    .photos;
}

/** The version of the list, by which a stale save is refused. */
export const versionOfPhotos = (photos: string[]): string => versionOf(photos);

/**
 * Changes what inspectors are asked to photograph; queued inspections keep what they have.
 * @throws {StaleVersion} if `seen` is no longer the version of the list
 */
export const setGuidedPhotos = (ctx: Ctx, { photos }: GuidedPhotos, seen: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { id, name, before } = only(
      await ctx.db
        .select({ id: producers.id, name: producers.name, before: producers.guidedPhotos })
        .from(producers)
        .where(ofCaller(ctx))
        .for("no key update"),
    );
    refuseStale(seen, versionOfPhotos(before));
    if (before.join("\n") === photos.join("\n")) return;
    await ctx.db.update(producers).set({ guidedPhotos: photos }).where(ofCaller(ctx));
    const changes = [{ path: "/guidedPhotos", from: before.join(", "), to: photos.join(", ") }];
    await recordAuditEvent(ctx, "guidedPhotosChanged", { producerId: id, id, name, changes });
  });
