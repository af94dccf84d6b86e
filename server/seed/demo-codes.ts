import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { items } from "@/db/schema/items";
import { scans } from "@/db/schema/scans";
import { sightings } from "@/db/schema/sightings";
import { only } from "@/server/data/only";
import type { DemoCodes } from "@/server/domain/public-demo/read";

/** The scans of an item at which its verify page names nothing unusual, and at which it does. */
const USUAL = sql`count(*) between 2 and 6 and count(distinct ${scans.country}) = 1
  and bool_and(${scans.copyclassification} = 'original')`;
const UNUSUAL = sql`count(*) between 10 and 90 and count(distinct ${scans.country}) >= 3
  and bool_or(${scans.copyclassification} = 'fake')`;

/**
 * The item of a group whose scans meet a condition, the one with the most scans first; without one, the item of a group
 * with the most scans.
 */
const itemWith = async (db: Db, producerId: string, condition: typeof USUAL): Promise<string> =>
  only(
    await db.execute<{ identifier: string }>(sql`
      select ${items.identifier} from ${items} join ${scans} on ${scans.itemId} = ${items.id}
      where ${items.producerId} = ${producerId} and ${items.invalidatedAt} is null and ${items.groupId} is not null
      group by ${items.id}, ${items.identifier}
      order by (${condition}) desc, count(*) desc, ${items.identifier} limit 1`),
  ).identifier;

/** Chooses the codes of a demo that visitors of the landing page check. */
export async function demoCodesOf(db: Db, producerId: string): Promise<DemoCodes> {
  const sighted = await db.execute<{ identifier: string }>(sql`
    select ${sightings.identifier} from ${sightings} where ${sightings.producerId} = ${producerId}
    group by ${sightings.identifier} order by count(*) desc, ${sightings.identifier} limit 1`);
  return {
    genuine: await itemWith(db, producerId, USUAL),
    suspicious: await itemWith(db, producerId, UNUSUAL),
    unknown: only(sighted).identifier,
  };
}
