import { sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import { contents } from "@/db/schema/contents";
import { scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/core/ctx";
import { PRECISE_MAP } from "@/server/domain/scans/map";
import type { Loop, Run } from "@/server/loops/loop";
import { runPass } from "@/server/loops/pass";
import { derivatives } from "@/server/platform/derivatives";
import { isId } from "@/server/platform/ids";

const BATCH_SIZE = 1_000;
const ID_LENGTH = 36;

const idOf = (key: string) => key.slice(0, ID_LENGTH);
const isMap = (key: string) => key.startsWith(`-${PRECISE_MAP}-`, ID_LENGTH);
const idsOf = (keys: string[]) => makePgArray([...new Set(keys.map(idOf))]);

type Ids = { id: string }[];

/** The keys whose derivatives show more than their rows: the row is gone or has become less precise. */
async function staleOf({ db }: Pick<Ctx, "db">, keys: string[]): Promise<string[]> {
  const [maps, others] = [keys.filter(isMap), keys.filter((key) => !isMap(key))];
  const [precise, existing]: [Ids, Ids] = await Promise.all([
    db.execute<{ id: string }>(
      sql`select id from ${scans} where id = any(${idsOf(maps)}::uuid[]) and latitude is not null and not coarse`,
    ),
    db.execute<{ id: string }>(sql`
      select id from ${contents} where id = any(${idsOf(others)}::uuid[])
      union all select id from ${scans} where id = any(${idsOf(others)}::uuid[]) and latitude is not null`),
  ]);
  const without = (some: string[], rows: Ids) => {
    const ids = new Set(rows.map(({ id }) => id));
    return some.filter((key) => !ids.has(idOf(key)));
  };
  return [...without(maps, precise), ...without(others, existing)];
}

/**
 * Deletes this machine's derivatives of rows that are gone or have become less precise. The process that changed the rows
 * removed only the derivatives of its own machine.
 */
export const stalePictures: Loop<string> = {
  name: "stalePictures",
  intervalMs: 3_600_000,
  timeoutMs: 60_000,
  keyOf: (key) => key,
  async *batches(run) {
    const keys = (await derivatives().keys()).filter((key) => isId(idOf(key)) && !run.aside.includes(key));
    for (let from = 0; from < keys.length && !run.signal.aborted; from += BATCH_SIZE)
      yield await staleOf(run, keys.slice(from, from + BATCH_SIZE));
  },
  work: (_, keys) => derivatives().forget(...keys),
};

/** Deletes stale derivatives until none is left or the signal aborts. Returns their number. */
export const forgetStalePictures = (
  data: Pick<Run, "db" | "batchClient">,
  signal?: AbortSignal,
): Promise<number> => runPass(stalePictures, { ...data, signal });
