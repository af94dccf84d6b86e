import type { Catalogue, DemoGroup, DemoSighting } from "@assay/demo-data";
import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { contents } from "@/db/schema/contents";
import { groups } from "@/db/schema/groups";
import { history } from "@/db/schema/history";
import { identifiers } from "@/db/schema/identifiers";
import { items } from "@/db/schema/items";
import { scans } from "@/db/schema/scans";
import { sightings } from "@/db/schema/sightings";
import type { Actor } from "@/server/core/caller";
import type { KeptFile } from "@/server/domain/contents/create";
import { contentPath } from "@/server/domain/contents/view";
import { uncommittedColumns, uncommittedFields, uncommittedValues } from "@/server/domain/scans/columns";
import { newId } from "@/server/platform/ids";
import { lifeOfItem } from "./history";
import { type RecordedScan, recordedSighting } from "./recorded";

/** Rows per statement. */
const ROW_BATCH_SIZE = 500;

export function* parts<T>(rows: readonly T[], size = ROW_BATCH_SIZE): Generator<T[]> {
  for (let i = 0; i < rows.length; i += size) yield rows.slice(i, i + size);
}

/** A file with stored bytes and its time in milliseconds; a scan image also names its scan. */
export interface SeededFile {
  file: KeptFile;
  at: number;
  scanId?: string;
}

/** Inserts files of the producer; `at` is before the objects that show them. */
export async function seedContents(db: Db, producerId: string, files: readonly SeededFile[]): Promise<void> {
  for (const some of parts(files)) {
    await db.insert(contents).values(
      some.map(({ file, at, scanId }) => ({
        ...file,
        producerId,
        ...(scanId === undefined ? {} : { scanId, scanPlace: 1 }),
        createdAt: new Date(at),
      })),
    );
  }
}

/** Inserts groups in the catalogue's order, each with its picture; returns their ids. */
export async function seedGroups(
  db: Db,
  producerId: string,
  demo: readonly DemoGroup[],
  pictures: readonly KeptFile[],
): Promise<string[]> {
  const rows = demo.map(({ title, data, verificationinfos, createdAt }, i) => {
    const picture = pictures[i];
    return {
      id: newId(createdAt),
      producerId,
      title,
      image: picture ? contentPath(picture.id) : null,
      data,
      verificationinfos,
      createdAt: new Date(createdAt),
      updatedAt: new Date(createdAt),
    };
  });
  await db.insert(groups).values(rows);
  return rows.map(({ id }) => id);
}

/** Inserts items in the catalogue's order with identifiers and histories; returns their ids. */
export async function seedItems(
  db: Db,
  { producerId, actor, requestId }: { producerId: string; actor: Actor; requestId: string },
  demo: Catalogue["items"],
  groupIds: readonly string[],
  onPart: (seeded: number) => void,
): Promise<number[]> {
  const ids: number[] = [];
  for (const some of parts(demo)) {
    const lives = some.map((item) => lifeOfItem(item, groupIds));
    await db.insert(identifiers).values(some.map(({ identifier }) => ({ identifier, producerId })));
    const seeded = await db
      .insert(items)
      .values(lives.map(({ item }) => ({ ...item, producerId })))
      .returning({ id: items.id, identifier: items.identifier });
    const idOf = new Map(seeded.map(({ id, identifier }) => [identifier, id]));
    ids.push(...some.map(({ identifier }) => idOf.get(identifier) ?? 0));
    const entries = lives
      .flatMap(({ item, entries }) =>
        entries.map(({ action, at, changes }) => ({
          id: newId(at),
          itemId: idOf.get(item.identifier) ?? 0,
          action,
          timestamp: new Date(at),
          actorType: actor.type,
          actorId: actor.id,
          actorName: actor.name,
          changes,
          requestId,
          // The table's trigger sets position and hash; see migration 0001.
          position: 0,
          hash: sql`''::bytea`,
        })),
      )
      .sort((a, b) => a.timestamp.getTime() - b.timestamp.getTime());
    for (const some of parts(entries)) await db.insert(history).values(some);
    onPart(ids.length);
  }
  return ids;
}

/** Inserts scans of the producer's items, each with its item's group, in one statement. Emits no event. */
export async function seedScans(
  db: Db,
  producerId: string,
  demo: readonly RecordedScan[],
  itemIds: readonly number[],
): Promise<void> {
  const rows = demo.map(({ item, kind: _, ...scan }) => ({ ...scan, itemId: itemIds[item] }));
  await db.execute(sql`
    insert into ${scans} (${uncommittedColumns}, item_id, producer_id, group_id)
    select ${uncommittedValues("scan")}, "itemId", ${producerId}::uuid, ${items.groupId}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as scan(${uncommittedFields}, "itemId" bigint)
    join ${items} on ${items.id} = "itemId"`);
}

/** Inserts sightings with the producer as creator, so that they concern it. */
export async function seedSightings(
  db: Db,
  producerId: string,
  demo: readonly DemoSighting[],
): Promise<void> {
  for (const some of parts(demo))
    await db
      .insert(sightings)
      .values(some.map((one) => ({ ...recordedSighting(one), creator: producerId, producerId })));
}

/** Updates the scan counters of the producer's items. */
export async function countScans(db: Db, producerId: string): Promise<void> {
  await db.execute(sql`
    update ${items} set scans = counted.scans, fakes = counted.fakes
    from (
      select item_id, count(*) as scans, count(*) filter (where copyclassification = 'fake') as fakes
      from ${scans} where producer_id = ${producerId} group by item_id
    ) counted
    where items.id = counted.item_id`);
}
