import type { Sql } from "postgres";
import { listBackups, listCopiedLogs } from "./layout";
import type { Place } from "./place";
import { type Cluster, onSession, readFacts } from "./server";

/** @throws where the newest backup or log of the place is of another cluster, whose log has segments of the same names */
export async function refuseForeign(sql: Sql, place: Place): Promise<void> {
  const { systemId } = await readFacts(sql);
  const newest = [(await listBackups(place)).at(-1), (await listCopiedLogs(place)).at(-1)];
  if (newest.some((found) => found && found.systemId !== systemId))
    throw new Error(
      `${place.title} holds the backups of another database cluster. Restore them, or give this one an empty place of its own.`,
    );
}

/** Checks that a cluster may be backed up to a place. @throws where the place holds the backups of another cluster */
export const checkPlace = (cluster: Cluster, place: Place): Promise<void> =>
  onSession(cluster, (sql) => refuseForeign(sql, place));
