import { sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import { contents } from "@/db/schema/contents";
import { scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/ctx";
import { PRECISE_MAP } from "@/server/domain/scans/map";
import { derivatives } from "@/server/platform/derivatives";
import { isId } from "@/server/platform/ids";

const AT_ONCE = 1_000;
const ID_LENGTH = 36;

const idOf = (key: string) => key.slice(0, ID_LENGTH);
const isMap = (key: string) => key.startsWith(`-${PRECISE_MAP}-`, ID_LENGTH);
const idsOf = (keys: string[]) => makePgArray([...new Set(keys.map(idOf))]);

type Ids = { id: string }[];

/** Those of some keys whose rows no longer tell what their pictures show. */
async function staleOf({ db }: Pick<Ctx, "db">, keys: string[]): Promise<string[]> {
  const [maps, others] = [keys.filter(isMap), keys.filter((key) => !isMap(key))];
  const [precise, told]: [Ids, Ids] = await Promise.all([
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
  return [...without(maps, precise), ...without(others, told)];
}

/**
 * Forgets this machine's pictures of what is gone, or is known less precisely by now: whoever took it away, forgot those
 * of its own machine alone. Returns how many. The signal ends it early.
 */
export async function forgetStalePictures(ctx: Pick<Ctx, "db">, signal?: AbortSignal): Promise<number> {
  const keys = (await derivatives().keys()).filter((key) => isId(idOf(key)));
  let forgotten = 0;
  for (let from = 0; from < keys.length && !signal?.aborted; from += AT_ONCE) {
    const stale = await staleOf(ctx, keys.slice(from, from + AT_ONCE));
    await derivatives().forget(...stale);
    forgotten += stale.length;
  }
  return forgotten;
}
