import { sql } from "drizzle-orm";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { CONFIRMED_STATES, OPEN_STATES } from "./schema";
import { type Money, retailValueOf } from "./value";

/** Figures of the caller's cases in a time. */
export interface CaseFigures {
  /** Cases in which work is left to do now, whenever they were opened. */
  open: number;
  /** Of them, those whose day has passed. */
  overdue: number;
  /** Opened in the time. */
  opened: number;
  /** Confirmed and dismissed in the time. */
  confirmed: number;
  dismissed: number;
  /** The median time from opening to the decision, in milliseconds, of those decided in the time; null for none. */
  msToDecision: number | null;
  /** The retail prices of the items in the cases confirmed in the time, by currency. */
  value: Money[];
}

interface Row extends Record<string, unknown> {
  open: number;
  overdue: number;
  opened: number;
  confirmed: number;
  dismissed: number;
  msToDecision: number | null;
}

const listed = (states: readonly string[]) => sql.raw(states.map((state) => `'${state}'`).join(", "));

/** Counts cases; `from` in milliseconds, `today` as YYYY-MM-DD. */
export async function figuresOfCases(
  ctx: Ctx,
  { from, today }: { from: number; today: string },
): Promise<CaseFigures> {
  const { producerId } = callingProducer(ctx);
  const since = sql`${new Date(from).toISOString()}::timestamptz`;
  const isConfirmed = sql`decided_at >= ${since} and state in (${listed(CONFIRMED_STATES)})`;
  const [row, value] = await Promise.all([
    ctx.db.execute<Row>(sql`
      select count(*) filter (where state in (${listed(OPEN_STATES)}))::int as open,
        count(*) filter (where state in (${listed(OPEN_STATES)}) and due_on < ${today}::date)::int as overdue,
        count(*) filter (where created_at >= ${since})::int as opened,
        count(*) filter (where ${isConfirmed})::int as confirmed,
        count(*) filter (where decided_at >= ${since} and state = 'dismissed')::int as dismissed,
        (percentile_cont(0.5) within group (order by 1000 * extract(epoch from decided_at - created_at)::float8)
          filter (where decided_at >= ${since})) as "msToDecision"
      from cases where producer_id = ${producerId}`),
    retailValueOf(ctx, sql`select id from cases where producer_id = ${producerId} and ${isConfirmed}`),
  ]);
  return { ...only(row), value };
}
