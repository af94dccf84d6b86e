import { eq } from "drizzle-orm";
import { producers } from "@/db/schema/producers";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { refuseStale, versionOf } from "@/server/domain/shared/version";
import type { Retention } from "./schema";

const { preciseDays, deviceDays, imageDays, name } = producers;
const ownProducer = (ctx: Ctx) => eq(producers.id, callingProducer(ctx).producerId);

/** For how long the calling producer keeps what its scans tell of people. */
export const retentionOf = async (ctx: Ctx): Promise<Retention> =>
  only(await ctx.db.select({ preciseDays, deviceDays, imageDays }).from(producers).where(ownProducer(ctx)));

/** Names the settings: a save may be refused over a newer one. */
export const versionOfRetention = ({ preciseDays, deviceDays, imageDays }: Retention): string =>
  versionOf(preciseDays, deviceDays, imageDays);

const FIELDS = ["preciseDays", "deviceDays", "imageDays"] as const;

/**
 * Decides that anew. What is kept no longer goes within hours; what is gone does not come back.
 * @throws {StaleVersion} where `seen` is given and no longer the settings' version
 */
export const setRetention = (ctx: Ctx, retention: Retention, seen?: string): Promise<Retention> =>
  inTransaction(ctx, async (ctx) => {
    const of = ownProducer(ctx);
    const before = only(
      await ctx.db
        .select({ id: producers.id, name, preciseDays, deviceDays, imageDays })
        .from(producers)
        .where(of)
        .for("no key update"),
    );
    refuseStale(seen, versionOfRetention(before));
    const changes = FIELDS.filter((field) => before[field] !== retention[field]).map((field) => ({
      path: `/${field}`,
      from: before[field],
      to: retention[field],
    }));
    if (changes.length === 0) return retention;
    await ctx.db.update(producers).set(retention).where(of);
    const { id: producerId, name: called } = before;
    await recordAuditEvent(ctx, "retentionChanged", { producerId, id: producerId, name: called, changes });
    return retention;
  });
