import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { attempts } from "@/db/schema/attempts";
import { type Content, contents } from "@/db/schema/contents";
import { deliveries } from "@/db/schema/deliveries";
import { events } from "@/db/schema/events";
import { hooks } from "@/db/schema/hooks";
import { inspectionPhotos, inspections } from "@/db/schema/inspections";
import { producers } from "@/db/schema/producers";
import { reportPhotos } from "@/db/schema/report-photos";
import { reports } from "@/db/schema/reports";
import { type Scan, scans } from "@/db/schema/scans";
import { sightings } from "@/db/schema/sightings";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { MAX_PHOTOS } from "@/server/core/inspecting";
import { walkIndexes } from "@/server/data/walk-indexes";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { ownedScanView } from "@/server/domain/scans/view";
import { blobs } from "@/server/platform/blobs";
import { newId } from "@/server/platform/ids";
import { concernedBy } from "./concerned";
import { hintOf } from "./hint";
import { inPages, later, scansInPages } from "./pages";
import type { Subject } from "./schema";
import { isOf, producerAskedFor, sightingsOf } from "./subject";

const BATCH_SIZE = 100;

/** Lists the producers that have scans of a subject, with one index lookup per producer. */
async function producersOf(ctx: Ctx, subject: Subject): Promise<string[]> {
  const own = producerAskedFor(ctx);
  if (own !== null) return [own];
  const found = await walkIndexes(ctx.db, (db) =>
    db.execute<{ id: string }>(sql`
      select ${producers.id} from ${producers} cross join lateral (
        select from ${scans} where ${isOf(subject, null)} and ${scans.producerId} = ${producers.id} limit 1) of_producer
      order by ${producers.id}`),
  );
  return found.map(({ id }) => id);
}

async function imageOf({ id, contentType, size, name, description, createdAt }: Content) {
  const data = (await blobs().read(id))?.toString("base64");
  return { id, "content-type": contentType, size, name, description, _created: createdAt.getTime(), data };
}

/** The webhook receivers of a scan's event; known for 30 days, as long as deliveries are kept. */
const receiversOf = ({ db }: Ctx, { id, producerId, timestamp }: Scan) =>
  db
    .select({ url: hooks.url, at: deliveries.createdAt })
    .from(events)
    .innerJoin(deliveries, eq(deliveries.eventId, events.id))
    .innerJoin(hooks, eq(hooks.id, deliveries.hookId))
    .where(
      and(
        eq(events.producerId, producerId),
        eq(events.createdAt, timestamp),
        sql`${events.snapshot} #>> '{scan,id}' = ${id}`,
        sql`exists (select from ${attempts} where ${attempts.deliveryId} = ${deliveries.id} and status < 400)`,
      ),
    );

/** The reports that were sent with a scan. */
const reportsOf = ({ db }: Ctx, { id }: Scan) =>
  db
    .select({
      at: reports.timestamp,
      kind: reports.kind,
      text: reports.text,
      place: reports.place,
      sellerUrl: reports.sellerUrl,
      photo: sql<
        string | null
      >`(select encode(image, 'base64') from ${reportPhotos} where ${reportPhotos.reportId} = ${reports.id})`,
      email: reports.email,
    })
    .from(reports)
    .where(eq(reports.scanId, id));

/** The inspection behind a scan or a sighting, with its photos. */
async function inspectionOf(ctx: Ctx, { id }: Pick<Scan, "id">) {
  const { deviceTime, note, accuracy } = inspections;
  const [found] = await ctx.db
    .select({ deviceTime, note, accuracy })
    .from(inspections)
    .where(eq(inspections.id, id));
  if (!found) return undefined;
  const photos = await ctx.db
    .select({ content: contents })
    .from(inspectionPhotos)
    .innerJoin(contents, eq(contents.id, inspectionPhotos.contentId))
    .where(eq(inspectionPhotos.inspectionId, id))
    .limit(MAX_PHOTOS);
  return { ...found, photos: await Promise.all(photos.map(({ content }) => imageOf(content))) };
}

async function* scanWithFiles(ctx: Ctx, scan: Scan, files: Content[]): AsyncGenerator<string> {
  const view = ownedScanView({ ...scan, images: files.map(({ id }) => id) });
  const [sentTo, reports] = [await receiversOf(ctx, scan), await reportsOf(ctx, scan)];
  const inspection = await inspectionOf(ctx, scan);
  yield JSON.stringify({ ...view, sentTo, reports, inspection }).slice(0, -1);
  for (const [n, file] of files.entries()) {
    yield `${n === 0 ? ',"files":[' : ","}${JSON.stringify(await imageOf(file))}`;
  }
  yield files.length > 0 ? "]}" : "}";
}

async function* scansOf(ctx: Ctx, subject: Subject): AsyncGenerator<string> {
  let separator = "";
  for (const producerId of await producersOf(ctx, subject)) {
    const pages = inPages(ctx, scansInPages(isOf(subject, producerId)), BATCH_SIZE);
    for await (const page of pages) {
      const ids = page.map(({ id }) => id);
      const files = await ctx.db.select().from(contents).where(inArray(contents.scanId, ids));
      for (const scan of page) {
        yield separator;
        yield* scanWithFiles(
          ctx,
          scan,
          files.filter(({ scanId }) => scanId === scan.id),
        );
        separator = ",\n";
      }
    }
  }
}

async function* sightingsIn(ctx: Ctx, subject: Subject): AsyncGenerator<string> {
  const condition = sightingsOf(subject, producerAskedFor(ctx));
  const pages = inPages(
    ctx,
    ({ db }) => ({
      read: (after, limit) =>
        db
          .select()
          .from(sightings)
          .where(and(condition, later(sightings, after)))
          .orderBy(asc(sightings.timestamp), asc(sightings.id))
          .limit(limit),
    }),
    BATCH_SIZE,
  );
  let separator = "";
  for await (const page of pages) {
    for (const sighting of page) {
      yield separator + JSON.stringify({ ...sighting, inspection: await inspectionOf(ctx, sighting) });
      separator = ",\n";
    }
  }
}

async function* parts(ctx: Ctx, subject: Subject): AsyncGenerator<string> {
  yield `{"exportedAt":${JSON.stringify(new Date())},"subject":${JSON.stringify(subject)},"scans":[\n`;
  yield* scansOf(ctx, subject);
  yield '\n],"sightings":[\n';
  yield* sightingsIn(ctx, subject);
  yield "\n]}\n";
}

/**
 * Exports the caller's scans and sightings of a subject, for admins those of every producer, as the parts of one JSON text.
 * Scans have the shape of the API, with their images as Base64 and the receivers of their events. Recorded in the audit log.
 * Memory holds one scan's files at a time.
 * @throws 404 without personal data of the subject.
 */
export async function exportPerson(ctx: Ctx, subject: Subject): Promise<AsyncGenerator<string>> {
  const { scans, sightings } = await concernedBy(ctx, subject);
  if (scans + sightings === 0)
    throw notFound("nothing-to-export", "There is nothing personal of that, or it is erased already.");
  const target = { producerId: producerAskedFor(ctx), id: newId(), name: hintOf(subject) };
  await inTransaction(ctx, (ctx) => recordAuditEvent(ctx, "personalDataExported", target));
  return parts(ctx, subject);
}
