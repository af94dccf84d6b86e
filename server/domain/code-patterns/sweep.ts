import { claimMatches } from "@assay/codes";
import { and, asc, eq, isNull, ne, notInArray, type SQL, sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import { type CodePattern, codePatterns } from "@/db/schema/code-patterns";
import { reports } from "@/db/schema/reports";
import { sightings } from "@/db/schema/sightings";
import { type Ctx, inTransaction, systemCtx } from "@/server/core/ctx";
import { walkIndexes } from "@/server/data/walk-indexes";
import { walkAgainFrom } from "@/server/domain/privacy/retention";
import type { Loop, Run } from "@/server/loops/loop";
import { runPass } from "@/server/loops/pass";
import { restAfter } from "@/server/loops/rest";
import { attributionOf } from "./attribute";
import { claimOfRow } from "./claim-row";

const BATCH_SIZE = 500;
const MAX_LISTED = 100;
/** Scans that were attributed before the claim was committed are stored by then. */
const SETTLING_MS = 30_000;

interface Unassigned extends Record<string, unknown> {
  id: string;
  code: string;
  at: Date;
}

/** The unassigned rows after the last compared one, oldest first, by their index. */
async function unassigned(ctx: Ctx, { sweep, sweptAt, sweptId }: CodePattern): Promise<Unassigned[]> {
  const after = (time: SQL, id: SQL) =>
    sweptAt === null
      ? undefined
      : sql`(${time}, ${id}) > (${sweptAt.toISOString()}::timestamptz, ${sweptId}::uuid)`;
  if (sweep === "reports")
    return walkIndexes(ctx.db, (db) =>
      db
        .select({ id: reports.id, code: sql<string>`coalesce(${reports.code}, '')`, at: reports.timestamp })
        .from(reports)
        .where(and(isNull(reports.producerId), after(sql`${reports.timestamp}`, sql`${reports.id}`)))
        .orderBy(asc(reports.timestamp), asc(reports.id))
        .limit(BATCH_SIZE)
        .execute(),
    );
  return walkIndexes(ctx.db, (db) =>
    db
      .select({ id: sightings.id, code: sightings.identifier, at: sightings.timestamp })
      .from(sightings)
      .where(and(isNull(sightings.producerId), after(sql`${sightings.timestamp}`, sql`${sightings.id}`)))
      .orderBy(asc(sightings.timestamp), asc(sightings.id))
      .limit(BATCH_SIZE)
      .execute(),
  );
}

/** The walks of retention over the swept rows. */
const WALKS = { sightings: ["sightingPlaces", "sightingDevices"], reports: ["reports"], done: [] } as const;

/** Gives rows to the pattern's producer, whose retention then concerns them; what has one meanwhile is left to it. */
async function assign(
  ctx: Ctx,
  { sweep, producerId, kind, text }: CodePattern,
  ids: string[],
): Promise<number> {
  const among = (id: SQL) => sql`${id} = any(${makePgArray(ids)}::uuid[])`;
  const rows =
    sweep === "reports"
      ? await ctx.db
          .update(reports)
          .set({ producerId })
          .where(and(among(sql`${reports.id}`), isNull(reports.producerId)))
          .returning({ at: reports.timestamp })
      : await ctx.db
          .update(sightings)
          .set({ producerId, basis: kind, basisText: text })
          .where(and(among(sql`${sightings.id}`), isNull(sightings.producerId)))
          .returning({ at: sightings.timestamp });
  if (rows.length === 0) return 0;
  const oldest = new Date(Math.min(...rows.map(({ at }) => at.getTime())));
  await walkAgainFrom(ctx, oldest, { producerId, kinds: WALKS[sweep] });
  return rows.length;
}

/** The ids of rows that concern the pattern's producer, by the order that new scans follow. */
async function concerning(ctx: Ctx, pattern: CodePattern, rows: Unassigned[]): Promise<string[]> {
  const claim = claimOfRow(pattern);
  const ids: string[] = [];
  const known = new Map<string, boolean>();
  for (const { id, code } of rows) {
    if (!claimMatches(claim, code)) continue;
    const isOwn =
      known.get(code) ?? (await attributionOf(ctx, code, null))?.producerId === pattern.producerId;
    known.set(code, isOwn);
    if (isOwn) ids.push(id);
  }
  return ids;
}

/** Compares the next batch of unassigned rows with a pattern. Returns whether there was work. */
async function sweepBatch(ctx: Ctx, id: string): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const [pattern] = await ctx.db
      .select()
      .from(codePatterns)
      .where(and(eq(codePatterns.id, id), eq(codePatterns.state, "active"), ne(codePatterns.sweep, "done")))
      .for("update", { skipLocked: true });
    if (!pattern) return false;
    const rows = await unassigned(ctx, pattern);
    const ids = await concerning(ctx, pattern, rows);
    const count = ids.length > 0 ? await assign(ctx, pattern, ids) : 0;
    const changedAt = pattern.changedAt.getTime();
    const isSettled = Date.now() - changedAt > SETTLING_MS;
    // Until then, rows can still be stored before the newest ones.
    const last = rows.findLast(({ at }) => isSettled || at.getTime() < changedAt - SETTLING_MS);
    const isThrough = rows.length < BATCH_SIZE && isSettled;
    const place = last ? { sweptAt: last.at, sweptId: last.id } : {};
    const next = pattern.sweep === "sightings" ? "reports" : "done";
    await ctx.db
      .update(codePatterns)
      .set({
        attributed: sql`${codePatterns.attributed} + ${count}`,
        ...(isThrough ? { sweep: next, sweptAt: null, sweptId: null } : place),
      })
      .where(eq(codePatterns.id, id));
    return last !== undefined || count > 0 || isThrough;
  });
}

/**
 * Attributes unassigned sightings and reports by patterns that were claimed after them: a batch of each pattern per round, until
 * all rows are compared. It takes nothing from another producer.
 */
export function attributingCodes(): Loop<{ id: string }> {
  let swept = 0;
  return {
    name: "attributingCodes",
    intervalMs: 5_000,
    idleIntervalMs: 30_000,
    timeoutMs: 60_000,
    keyOf: ({ id }) => id,
    async *batches(run) {
      for (let before = -1; swept > before; ) {
        before = swept;
        const open = await run.db
          .select({ id: codePatterns.id })
          .from(codePatterns)
          .where(
            and(
              eq(codePatterns.state, "active"),
              ne(codePatterns.sweep, "done"),
              notInArray(codePatterns.id, [...run.aside]),
            ),
          )
          .orderBy(codePatterns.changedAt, codePatterns.id)
          .limit(MAX_LISTED);
        for (const pattern of open) {
          const began = performance.now();
          if (run.signal.aborted) return;
          yield [pattern];
          await restAfter(began, run.signal);
        }
      }
    },
    async work({ db, batchClient }, pieces) {
      const ctx = systemCtx({ db, batchClient }, "attribution");
      for (const { id } of pieces) if (await sweepBatch(ctx, id)) swept += 1;
    },
  };
}

/** Runs the loop until nothing is left. Returns the number of batches. */
export const attributePast = (data: Pick<Run, "db" | "batchClient">, signal?: AbortSignal): Promise<number> =>
  runPass(attributingCodes(), { ...data, signal });
