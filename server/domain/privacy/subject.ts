import { and, eq, type SQL, sql } from "drizzle-orm";
import { producers } from "@/db/schema/producers";
import { scans } from "@/db/schema/scans";
import { sightings } from "@/db/schema/sightings";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import type { Subject } from "./schema";

/** Whose scans: of one producer or, for admins, of every one (null). */
export const producerAskedFor = (ctx: Ctx): string | null =>
  ctx.caller.kind === "admin" ? null : callingProducer(ctx).producerId;

/** The scans of a subject. */
export const isOf = (subject: Subject, producerId: string | null): SQL | undefined =>
  and(
    "scan" in subject ? eq(scans.id, subject.scan) : eq(scans.device, subject.device),
    producerId === null ? undefined : eq(scans.producerId, producerId),
  );

/** The ids (or other columns) of some scans of a subject that are not erased; over all producers by one look into the index of each. */
export const someScansOf = (
  subject: Subject,
  producerId: string | null,
  most: number,
  told = sql`id`,
): SQL => {
  if ("scan" in subject || producerId !== null)
    return sql`select ${told} from ${scans} where ${isOf(subject, producerId)} and erased_at is null limit ${most}`;
  return sql`select of_producer.* from ${producers} cross join lateral (
    select ${told} from ${scans} where ${scans.producerId} = ${producers.id} and ${scans.device} = ${subject.device} limit ${most}
  ) of_producer limit ${most}`;
};

/**
 * The sightings of a subject; only a device can have some. The producer is compared as text, which no index holds: the sightings are
 * found by the device, since a producer may have far more of them.
 */
export const sightingsOf = (subject: Subject, producerId: string | null): SQL | undefined =>
  "scan" in subject
    ? sql`false`
    : and(
        eq(sightings.device, subject.device),
        producerId === null ? undefined : sql`${sightings.producerId}::text = ${producerId}`,
      );
