import { type SQL, sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import { items } from "@/db/schema/items";
import { type Ctx, callingProducer } from "@/server/core/ctx";

/*
 * Items are found key by key: while `items` fills, its statistics are missing or old, and would choose a plan that reads all
 * items of the service.
 */

/** The source of a shared statement: the items of `$1` identifiers in `$2` sandboxes, as `item`. */
export const WANTED_ITEMS = `unnest($1::text[], $2::int[]) as wanted(identifier, sandbox) cross join lateral (
    select * from items where items.identifier = wanted.identifier and items.sandbox = wanted.sandbox and items.deleted_at is null
    offset 0) item`;

/** The items with identifiers, of any producer, in the sandbox of the caller: a source with `id`, `identifier` and `producer_id`. */
export const namedItems = (ctx: Ctx, identifiers: readonly string[]): SQL => sql`(
  select named.* from unnest(${makePgArray([...identifiers])}::text[]) as wanted(key) cross join lateral (
    select ${items.id}, ${items.identifier}, ${items.producerId} from ${items}
    where ${items.identifier} = wanted.key and ${items.sandbox} = ${callingProducer(ctx).sandbox} and ${items.deletedAt} is null
    offset 0) as named)`;

/** The ids of the caller's items with identifiers, as an array. */
export const ownIds = (ctx: Ctx, identifiers: readonly string[]): SQL =>
  sql`array(select id from ${namedItems(ctx, identifiers)} own where producer_id = ${callingProducer(ctx).producerId})`;
