import { and, desc, eq, gte, lte, type SQL, sql } from "drizzle-orm";
import { type ApiCall, apiCalls } from "@/db/schema/api-calls";
import { tokens } from "@/db/schema/tokens";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { type KeysetPage, type Listed, readKeyset } from "@/server/data/keyset";
import { walkIndexes } from "@/server/data/walk-indexes";
import { isId, leastIdAt } from "@/server/platform/ids";
import type { CallFilter } from "./schema";

/** A call of the request log; its token has no name once it is deleted. */
export type LoggedCall = Omit<ApiCall, "producerId" | "requestBody" | "answerBody"> & {
  token: string | null;
};

const { id, producerId, tokenId, method, endpoint, path, status, ms, requestId, code, skipped } = apiCalls;
const columns = {
  id,
  tokenId,
  token: tokens.name,
  method,
  endpoint,
  path,
  status,
  ms,
  requestId,
  code,
  skipped,
};

const MAX_OF_REQUEST = 100;
/** The calls that offer endpoints and tokens to filter by. */
const RECENT_CALLS = 2_000;

const IS_FAILED = sql`${status} >= 400`;
/** Beside `IS_FAILED`, whose index is walked. */
const OUTCOME: Record<NonNullable<CallFilter["outcome"]>, SQL | undefined> = {
  succeeded: sql`${status} < 400`,
  failed: undefined,
  refused: sql`${status} < 500`,
  broken: sql`${status} >= 500`,
};

const filtersOf = (filter: CallFilter): SQL | undefined =>
  and(
    filter.outcome && OUTCOME[filter.outcome],
    filter.method && eq(method, filter.method),
    filter.endpoint === undefined ? undefined : eq(endpoint, filter.endpoint),
    filter.token === undefined ? undefined : eq(tokenId, filter.token),
  );

/** Limits calls to a time. Compares like the walk by producer and id, so that it passes no other call. */
const during = (whose: string, { from, before }: CallFilter): SQL | undefined =>
  and(
    from === undefined ? undefined : sql`(${producerId}, ${id}) >= (${whose}, ${leastIdAt(from)})`,
    before === undefined ? undefined : sql`(${producerId}, ${id}) < (${whose}, ${leastIdAt(before)})`,
  );

const selectCalls = (ctx: Pick<Ctx, "db">) =>
  ctx.db.select(columns).from(apiCalls).leftJoin(tokens, eq(tokens.id, tokenId));

/** Lists the calling producer's calls, newest first. */
export async function listCalls(ctx: Ctx, filter: CallFilter, page: KeysetPage): Promise<Listed<LoggedCall>> {
  const whose = callingProducer(ctx).producerId;
  const filters = filtersOf(filter);
  const isFailed = filter.outcome !== undefined && filter.outcome !== "succeeded";
  const walked = and(isFailed ? IS_FAILED : undefined, during(whose, filter));
  if (filter.requestId !== undefined) {
    const ofRequest = and(eq(producerId, whose), eq(requestId, filter.requestId));
    const entries = await selectCalls(ctx)
      .where(and(ofRequest, filters, walked))
      .orderBy(desc(id))
      .limit(MAX_OF_REQUEST);
    return { entries, nextCursor: null };
  }
  return readKeyset<LoggedCall>(ctx, page, (ctx) => ({
    id,
    lead: { column: producerId, value: whose },
    keyOf: (call) => ({ at: new Date(0), id: call.id }),
    read: (range, order, limit) =>
      selectCalls(ctx)
        .where(and(walked, filters, range))
        .orderBy(...order)
        .limit(limit),
    ...(filters && { walked: { table: apiCalls, where: walked } }),
  }));
}

/** The newest calls of the calling producer with a request id. */
export const findCalls = (ctx: Ctx, ofRequest: string, limit: number) =>
  ctx.db
    .select({ id, method, path, status })
    .from(apiCalls)
    .where(and(eq(producerId, callingProducer(ctx).producerId), eq(requestId, ofRequest)))
    .orderBy(desc(id))
    .limit(limit);

/** A call with its bodies. @throws 404 for other producers' calls */
export async function getCall(ctx: Ctx, callId: string) {
  const { requestBody, answerBody } = apiCalls;
  const [call] = isId(callId)
    ? await ctx.db
        .select({ ...columns, requestBody, answerBody })
        .from(apiCalls)
        .leftJoin(tokens, eq(tokens.id, tokenId))
        .where(and(eq(id, callId), eq(producerId, callingProducer(ctx).producerId)))
    : [];
  if (!call) throw notFound("call-not-found", "There is no such call in the request log.");
  return call;
}

/** Endpoints and tokens of the newest calls, to filter by. */
export function choicesOfCalls(ctx: Ctx) {
  const whose = callingProducer(ctx).producerId;
  return walkIndexes(ctx.db, async (db) => {
    const recent = db
      .select({ endpoint, tokenId })
      .from(apiCalls)
      .where(and(gte(producerId, whose), lte(producerId, whose)))
      .orderBy(desc(producerId), desc(id))
      .limit(RECENT_CALLS)
      .as("recent");
    const endpoints = await db.selectDistinct({ endpoint: recent.endpoint }).from(recent);
    const used = await db
      .selectDistinct({ id: recent.tokenId, name: tokens.name })
      .from(recent)
      .leftJoin(tokens, eq(tokens.id, recent.tokenId));
    const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
    return {
      endpoints: endpoints.map((one) => one.endpoint).toSorted(byText),
      tokens: used
        .map(({ id, name }) => ({ id, name: name ?? "" }))
        .toSorted((a, b) => byText(a.name, b.name) || byText(a.id, b.id)),
    };
  });
}
