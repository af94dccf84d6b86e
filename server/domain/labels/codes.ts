import { performance } from "node:perf_hooks";
import { and, asc, eq, gte, isNull, lt, sql } from "drizzle-orm";
import { makePgArray, type PgColumn } from "drizzle-orm/pg-core";
import type { JsonObject } from "@/db/json";
import { batchCodes } from "@/db/schema/batch-codes";
import { groups } from "@/db/schema/groups";
import { identifiers } from "@/db/schema/identifiers";
import { items } from "@/db/schema/items";
import type { LabelPrint } from "@/db/schema/label-prints";
import { printedLabels } from "@/db/schema/printed-labels";
import { type Ctx, callingProducer, isInTransaction } from "@/server/core/ctx";
import { invalid, notFound } from "@/server/core/errors";
import { type KeysetPage, PageByNumber } from "@/server/data/keyset";
import { restorePlanning } from "@/server/data/restore-planning";
import { ownedCodeBatch } from "@/server/domain/codes/read";
import type { ItemFilter } from "@/server/domain/items/filter";
import { listItems } from "@/server/domain/items/list";
import { ownIds } from "@/server/domain/items/named";
import { shownOf } from "@/server/domain/shared/shown";
import { type LabelData, MAX_LABELS } from "./schema";
import type { LabelSource } from "./source";

const PAGE_SIZE = 500;
/** The time for finding items of a filter; calls end after 4.8 s. */
const MAX_FIND_MS = 2_000;
const MAX_KEYS = 50;
const MAX_DATA_BYTES = 16_384;
const MAX_TEXT_CHARACTERS = 300;

/** Codes to print: identifiers, or a range of a batch, whose last position is given as well. */
export type Codes =
  | { identifiers: string[]; count: number }
  | { batchId: string; firstPosition: number; lastPosition: number; count: number };

/**
 * Finds the codes of a source. `most` is their greatest number; a filter beyond it is refused.
 * @throws 404 for an item that does not exist, 403 and 404 for a batch, 400 without any code or with too many
 */
export async function codesOf(ctx: Ctx, source: LabelSource, most = MAX_LABELS): Promise<Codes> {
  const codes = await found(ctx, source, most);
  if (codes.count === 0) throw invalid("no-labels", "There is no code to print.");
  if (codes.count > most) throw invalid("too-many-labels", `A file has at most ${most} labels.`);
  return codes;
}

async function found(ctx: Ctx, source: LabelSource, most: number): Promise<Codes> {
  switch (source.of) {
    case "items": {
      const wanted = [...new Set(source.items)];
      await refuseOthers(ctx, wanted);
      return { identifiers: wanted, count: wanted.length };
    }
    case "batch": {
      const { id, generated } = await ownedCodeBatch(ctx, source.batchId);
      const count = Math.max(0, Math.min(source.count, generated - source.from + 1));
      return { batchId: id, firstPosition: source.from, lastPosition: generated, count };
    }
    case "filter":
      return matchingCodes(ctx, source.filter, most);
  }
}

/**
 * The codes of items that match a filter, one more than `most` at least if there are more.
 * @throws 400 if they are too rare to be found within `maxMs`
 */
export async function matchingCodes(
  ctx: Ctx,
  filter: ItemFilter,
  most: number,
  maxMs = MAX_FIND_MS,
): Promise<{ identifiers: string[]; count: number }> {
  const end = performance.now() + maxMs;
  const identifiers: string[] = [];
  let cursor: KeysetPage["cursor"];
  do {
    if (cursor && performance.now() > end)
      throw invalid("labels-not-found-in-time", "Finding the items takes too long. Narrow the filter.");
    const { entries, nextCursor } = await listItems(ctx, filter, { limit: 1_000, cursor });
    identifiers.push(...entries.map(({ identifier }) => identifier));
    cursor = PageByNumber.shape.cursor.parse(nextCursor);
  } while (cursor && identifiers.length <= most);
  if (isInTransaction(ctx)) await restorePlanning(ctx);
  return { identifiers, count: identifiers.length };
}

/** @throws 404 unless each code is an item of the caller, or reserved for it */
async function refuseOthers(ctx: Ctx, wanted: string[]): Promise<void> {
  const { producerId, sandbox } = callingProducer(ctx);
  // Key by key, as items are found.
  const rows = await ctx.db.execute<{ identifier: string }>(sql`
    select wanted.key as identifier from unnest(${makePgArray(wanted)}::text[]) as wanted(key) cross join lateral (
      select ${identifiers.producerId} from ${identifiers}
      where ${identifiers.identifier} = wanted.key and ${identifiers.sandbox} = ${sandbox} offset 0) as registered
    cross join lateral (
      select from ${items}
      where ${items.identifier} = wanted.key and ${items.sandbox} = ${sandbox} and ${items.deletedAt} is null
      union all select from ${batchCodes}
      where ${batchCodes.identifier} = wanted.key and ${batchCodes.sandbox} = ${sandbox} limit 1) as printable
    where registered.producer_id = ${producerId}`);
  const own = new Set(rows.map(({ identifier }) => identifier));
  const missing = wanted.find((identifier) => !own.has(identifier));
  if (missing !== undefined) throw notFound("item-not-found", `There is no item ${missing}.`);
}

/** The codes of a print, page after page in the order of their labels. */
export async function* codesInPages(
  ctx: Ctx,
  print: Pick<LabelPrint, "id" | "batchId" | "firstPosition" | "count">,
): AsyncGenerator<string[]> {
  const { batchId, firstPosition } = print;
  const [first, table, isOfPrint] =
    batchId === null || firstPosition === null
      ? [1, printedLabels, eq(printedLabels.printId, print.id)]
      : [firstPosition, batchCodes, eq(batchCodes.batchId, batchId)];
  for (let from = first; from < first + print.count; from += PAGE_SIZE) {
    const before = Math.min(from + PAGE_SIZE, first + print.count);
    const rows = await ctx.db
      .select({ identifier: table.identifier })
      .from(table)
      .where(and(isOfPrint, gte(table.position, from), lt(table.position, before)))
      .orderBy(asc(table.position));
    yield rows.map(({ identifier }) => identifier);
  }
}

/** The first codes of codes that may not be printed yet. */
export async function firstCodes(ctx: Ctx, codes: Codes, limit: number): Promise<string[]> {
  if ("identifiers" in codes) return codes.identifiers.slice(0, limit);
  const of = { ...codes, id: "", count: Math.min(limit, codes.count) };
  const pages: string[] = [];
  for await (const page of codesInPages(ctx, of)) pages.push(...page);
  return pages;
}

/** Larger data is left out: labels have no room for it. */
const shortData = (data: PgColumn) =>
  sql<JsonObject | null>`case when pg_column_size(${data}) <= ${sql.raw(String(MAX_DATA_BYTES))} then ${data} end`;

/** Reads what labels show of the caller's codes, in their order. */
export async function labelDataOf(ctx: Ctx, codes: string[]): Promise<LabelData[]> {
  const rows = await ctx.db
    .select({
      identifier: items.identifier,
      title: shownOf(items.title),
      data: shortData(items.data),
      group: shownOf(groups.title),
      groupData: shortData(groups.data),
    })
    .from(items)
    .leftJoin(groups, eq(groups.id, items.groupId))
    .where(
      and(
        sql`${items.id} = any(${ownIds(ctx, codes)})`,
        isNull(items.deletedAt),
        eq(items.producerId, callingProducer(ctx).producerId),
      ),
    );
  const byIdentifier = new Map(rows.map((row) => [row.identifier, row]));
  return codes.map((identifier) => {
    const row = byIdentifier.get(identifier);
    return {
      identifier,
      title: short(row?.group ?? row?.title ?? null),
      group: short(row?.group ?? null),
      data: textsOf({ ...row?.data, ...row?.groupData }),
    };
  });
}

const short = (text: string | null) => text?.slice(0, MAX_TEXT_CHARACTERS).toWellFormed() ?? null;

/** The texts, numbers and truth values of data. */
function textsOf(data: JsonObject): Record<string, string> {
  const texts = Object.entries(data).flatMap(([key, value]): [string, string][] =>
    typeof value === "object" ? [] : [[key, String(value).slice(0, MAX_TEXT_CHARACTERS).toWellFormed()]],
  );
  return Object.fromEntries(texts.slice(0, MAX_KEYS));
}
