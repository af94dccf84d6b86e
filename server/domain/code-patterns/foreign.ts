import { type Claim, claimMatches } from "@assay/codes";
import { and, eq, ne, sql } from "drizzle-orm";
import { identifiers } from "@/db/schema/identifiers";
import { items } from "@/db/schema/items";
import { producers } from "@/db/schema/producers";
import type { Ctx } from "@/server/core/ctx";
import { walkIndexes } from "@/server/data/walk-indexes";

type Reading = Pick<Ctx, "db">;

/** A registered identifier of another producer. */
export interface ForeignIdentifier extends Record<string, unknown> {
  identifier: string;
  producerId: string;
}

/** What a claim matches of other producers' identifiers: some of them, and whether none means that there are none. */
export interface Foreign {
  found: ForeignIdentifier[];
  isCertain: boolean;
}

interface Started extends ForeignIdentifier {
  start: string;
}

interface Read extends Started {
  isForeign: boolean;
}

const MAX_FOUND = 20;
/** Identifiers that are read first, of all starts together. */
const MAX_READ = 5_000;
/** Index lookups of producers where a start has more identifiers. */
const MAX_LOOKUPS = 20_000;
const IDENTIFIERS_OF_EACH = 20;

/** The starts of the identifiers that a claim may match. */
function startsOf({ kind, head }: Claim): string[] {
  if (kind !== "gs1") return [head];
  const fourteens = Array.from({ length: 10 }, (_, indicator) => `${indicator}${head}`);
  const forms = ["", "(01)", "01", "https://id.gs1.org/01/"];
  return [head, ...forms.flatMap((form) => fourteens.map((one) => form + one))];
}

const among = (starts: string[]) =>
  sql`jsonb_array_elements_text(${JSON.stringify(starts)}::text::jsonb) as start(text)`;

/** The first identifiers of each start, of all producers. */
const firstOf = (ctx: Reading, starts: string[], limit: number, producerId: string) =>
  walkIndexes(ctx.db, (db) =>
    db.execute<Read>(sql`
    select start.text as start, found.identifier, found.producer_id as "producerId",
      found.producer_id <> ${producerId}::uuid and exists (select from ${items} where ${items.identifier} = found.identifier
        and ${items.sandbox} = 0 and ${items.deletedAt} is null) as "isForeign"
    from ${among(starts)}, lateral (select ${identifiers.identifier}, ${identifiers.producerId} from ${identifiers}
      where ${identifiers.sandbox} = 0 and ${identifiers.identifier} collate "C" >= start.text
        and ${identifiers.identifier} collate "C" < start.text || chr(1114111)
      order by ${identifiers.identifier} collate "C" limit ${limit}) found`),
  );

/** Some identifiers of each other producer and start. Undefined where too many producers would have to be looked up. */
async function someOfEach(ctx: Reading, starts: string[], producerId: string) {
  const others = and(ne(producers.id, producerId), eq(producers.sandbox, 0));
  const limit = Math.floor(MAX_LOOKUPS / starts.length);
  const few = ctx.db
    .select({ id: producers.id })
    .from(producers)
    .where(others)
    .limit(limit + 1);
  if ((await ctx.db.$count(few)) > limit) return undefined;
  return walkIndexes(ctx.db, (db) =>
    db.execute<Started>(sql`
    select start.text as start, found.identifier, ${producers.id} as "producerId" from ${producers}, ${among(starts)},
      lateral (select ${items.identifier} from ${items}
        where ${items.producerId} = ${producers.id} and ${items.deletedAt} is null
          and ${items.identifier} collate "C" >= start.text and ${items.identifier} collate "C" < start.text || chr(1114111)
        order by ${items.producerId}, ${items.identifier} collate "C" limit ${IDENTIFIERS_OF_EACH}) found
    where ${others} limit ${MAX_READ}`),
  );
}

function countsOf(keys: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Whether these are all identifiers of the other producers, since no limit cut them off. */
function isAll(others: Started[]): boolean {
  const ofEach = countsOf(others.map(({ start, producerId }) => `${producerId} ${start}`));
  return others.length < MAX_READ && [...ofEach.values()].every((count) => count < IDENTIFIERS_OF_EACH);
}

/**
 * Finds identifiers of other producers' items that a claim matches. Reads a fixed number of identifiers of each start, and only
 * where a start has more of them, and none of these is foreign, some of each producer, up to a fixed number of lookups.
 */
export async function foreignIdentifiers(ctx: Reading, claim: Claim, producerId: string): Promise<Foreign> {
  const matching = (rows: ForeignIdentifier[]) =>
    rows
      .filter(({ identifier }) => claimMatches(claim, identifier))
      .slice(0, MAX_FOUND)
      .map(({ identifier, producerId }) => ({ identifier, producerId }));
  const starts = startsOf(claim);
  const limit = Math.floor(MAX_READ / starts.length);
  const first = await firstOf(ctx, starts, limit, producerId);
  const found = matching(first.filter(({ isForeign }) => isForeign));
  const counts = countsOf(first.map(({ start }) => start));
  const open = starts.filter((start) => counts.get(start) === limit);
  if (found.length > 0 || open.length === 0) return { found, isCertain: true };
  const others = await someOfEach(ctx, open, producerId);
  return { found: matching(others ?? []), isCertain: others !== undefined && isAll(others) };
}
