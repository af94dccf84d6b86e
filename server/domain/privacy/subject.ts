import { and, eq, type SQL, sql } from "drizzle-orm";
import { inspectionPhotos, inspections } from "@/db/schema/inspections";
import { producers } from "@/db/schema/producers";
import { scans } from "@/db/schema/scans";
import { sightings } from "@/db/schema/sightings";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { leadOfDevice } from "@/server/domain/scans/conditions";
import type { Subject } from "./schema";

/** The producer whose data a caller may request; null for admins: every producer. */
export const producerAskedFor = (ctx: Ctx): string | null =>
  ctx.caller.kind === "admin" ? null : callingProducer(ctx).producerId;

const isOfDevice = (device: string): SQL => {
  const { column, value } = leadOfDevice(device);
  return sql`${column} = ${value} and ${scans.device} = ${device}`;
};

/** Matches the scans of a subject. */
export const isOf = (subject: Subject, producerId: string | null): SQL | undefined =>
  and(
    "scan" in subject ? eq(scans.id, subject.scan) : isOfDevice(subject.device),
    producerId === null ? undefined : eq(scans.producerId, producerId),
  );

/** Selects ids (or other columns) of a subject's unerased scans; over all producers, by one index lookup each. */
export const someScansOf = (
  subject: Subject,
  producerId: string | null,
  limit: number,
  selected = sql`id`,
): SQL => {
  if ("scan" in subject || producerId !== null)
    return sql`select ${selected} from ${scans} where ${isOf(subject, producerId)} and erased_at is null limit ${limit}`;
  return sql`select of_producer.* from ${producers} cross join lateral (
    select ${selected} from ${scans} where ${scans.producerId} = ${producers.id} and ${isOfDevice(subject.device)} and erased_at is null limit ${limit}
  ) of_producer limit ${limit}`;
};

/** Matches sightings that have something personal, also in an inspection. They have no mark of their erasure. */
const isPersonal = sql`(
  num_nonnulls(${sightings.latitude}, ${sightings.longitude}, ${sightings.os}, ${sightings.device}, ${sightings.softwareversion}) > 0
  or exists (select from ${inspections} where ${inspections.id} = ${sightings.id} and (note <> '' or accuracy is not null
    or exists (select from ${inspectionPhotos} where ${inspectionPhotos.inspectionId} = ${inspections.id}))))`;

/**
 * Matches the unerased sightings of a subject; a scan of an unregistered code is a sighting with that id. For a device, the
 * producer is compared as text, which no index holds, so that the planner uses the device's index: a producer may have far more
 * sightings.
 */
export const sightingsOf = (subject: Subject, producerId: string | null): SQL | undefined =>
  "scan" in subject
    ? and(
        eq(sightings.id, subject.scan),
        producerId === null ? undefined : eq(sightings.producerId, producerId),
        isPersonal,
      )
    : and(
        eq(sightings.device, subject.device),
        producerId === null ? undefined : sql`${sightings.producerId}::text = ${producerId}`,
      );
