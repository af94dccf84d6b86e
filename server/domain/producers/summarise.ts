import { and, eq, isNull, sql } from "drizzle-orm";
import { hooks } from "@/db/schema/hooks";
import { type Ctx, callingAdmin } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { membersOf } from "@/server/domain/members/list";
import { shareOf } from "@/server/domain/stats/interval";
import { readStorage } from "@/server/domain/storage/read";
import { listTokens } from "@/server/domain/tokens/list";
import { trendOfProducer } from "./list-by-rate";
import { openProducerAsAdmin } from "./open-as-admin";
import { daysUntilToday, type RateRange } from "./rate-range";

const MAX_HOOKS_COUNTED = 10_000;
const MAX_FAILING_HOOKS = 20;

interface Counts extends Record<string, unknown> {
  original: number;
  fake: number;
  unknown: number;
  error: number;
}

async function countsOf({ db }: Ctx, id: string, { from, before }: RateRange): Promise<Counts> {
  const sum = (verdict: string) => sql.raw(`coalesce(sum("${verdict}"), 0)::float8 as "${verdict}"`);
  return only(
    await db.execute<Counts>(sql`
      select ${sum("original")}, ${sum("fake")}, ${sum("unknown")}, ${sum("error")} from scan_days
      where producer_id = ${id} and facet = 'os' and day >= ${from}::date and day < ${before}::date`),
  );
}

interface HookCounts extends Record<string, unknown> {
  all: number;
  failing: number;
  switchedOff: number;
}

/** Counts a producer's webhooks by state, up to `MAX_HOOKS_COUNTED`. */
const hookCountsOf = async ({ db }: Ctx, id: string): Promise<HookCounts> =>
  only(
    await db.execute<HookCounts>(sql`
      select count(*)::int as all, count(switched_off_at)::int as "switchedOff",
        (count(failing_since) filter (where switched_off_at is null))::int as failing
      from (select * from ${hooks} where producer_id = ${id} and deleted_at is null limit ${MAX_HOOKS_COUNTED}) counted`),
  );

/** The host of a receiver; paths and queries may be secret. */
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : "");

async function troubledHooksOf({ db }: Ctx, id: string) {
  const { id: hookId, url, failingSince, switchedOffAt, paused } = hooks;
  const rows = await db
    .select({ id: hookId, url, failingSince, switchedOffAt, paused })
    .from(hooks)
    .where(
      and(
        eq(hooks.producerId, id),
        isNull(hooks.deletedAt),
        sql`(${failingSince} is not null or ${switchedOffAt} is not null)`,
      ),
    )
    .orderBy(sql`${switchedOffAt} desc nulls last`, failingSince)
    .limit(MAX_FAILING_HOOKS);
  return rows.map(({ url, ...hook }) => ({ ...hook, host: hostOf(url) }));
}

/**
 * Summarises a producer for an admin: figures of the last `days` days, members, tokens without secrets, webhooks and
 * storage. Records the admin access.
 * @throws 404 without the producer.
 */
export async function summariseProducer(ctx: Ctx, id: string, days: number) {
  callingAdmin(ctx);
  const producer = await openProducerAsAdmin(ctx, id);
  const range = daysUntilToday(days);
  const [counts, trend, members, tokens, hookCounts, troubledHooks, storage] = await Promise.all([
    countsOf(ctx, id, range),
    trendOfProducer(ctx, id, range),
    membersOf(ctx, id),
    listTokens(ctx, id),
    hookCountsOf(ctx, id),
    troubledHooksOf(ctx, id),
    readStorage(ctx, producer),
  ]);
  const scans = counts.original + counts.fake + counts.unknown + counts.error;
  return {
    ...producer,
    counts: { ...counts, scans },
    share: shareOf(counts.fake, scans),
    trend,
    members: members.map(({ personId, name, role, lastSignInAt, disabledAt }) => ({
      personId,
      name,
      role,
      lastSignInAt,
      disabledAt,
    })),
    tokens: tokens.map(({ id, kind, name, createdAt, expiresAt, revokedAt, lastUsedAt }) => ({
      id,
      kind,
      name,
      createdAt,
      expiresAt,
      revokedAt,
      lastUsedAt,
    })),
    hooks: { ...hookCounts, troubled: troubledHooks },
    storage,
  };
}
