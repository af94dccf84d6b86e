import { eq } from "drizzle-orm";
import { producers } from "@/db/schema/producers";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { refuseStale, versionOf } from "@/server/domain/shared/version";
import type { Retention } from "./schema";

const { preciseDays, deviceDays, imageDays, name } = producers;
const ownProducer = (ctx: Ctx) => eq(producers.id, callingProducer(ctx).producerId);

/** The retention settings of the calling producer. */
export const retentionOf = async (ctx: Ctx): Promise<Retention> =>
  only(await ctx.db.select({ preciseDays, deviceDays, imageDays }).from(producers).where(ownProducer(ctx)));

/** The version of the settings, by which a stale save is refused. */
export const versionOfRetention = ({ preciseDays, deviceDays, imageDays }: Retention): string =>
  versionOf(preciseDays, deviceDays, imageDays);

const FIELDS = ["preciseDays", "deviceDays", "imageDays"] as const;

/**
 * Changes the retention settings of the calling producer. Data beyond a shorter retention is deleted within hours; a longer
 * retention restores nothing.
 * @throws {StaleVersion} if `seen` is given and no longer the settings' version.
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
