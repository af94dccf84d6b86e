import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/server/core/ctx";

/** An amount in a currency (ISO 4217). */
export interface Money {
  currency: string;
  amount: number;
}

/** Items read for one sum: their prices lie in `data`, which may be long. */
const MAX_ITEMS = 10_000;
/** Links read for one sum. */
const MAX_LINKS = 50_000;

/** The price of an item or, where it has none, of its group. */
const PRICE = sql.raw(`coalesce(items.data -> 'retailPrice', groups.data -> 'retailPrice')`);
const AMOUNT = String.raw`\d{1,12}(?:\.\d{1,4})?`;

/**
 * The retail prices of the items in some cases, each item once: linked items, those of linked scans and those of linked
 * reports. A price is `data.retailPrice` of an item or its group: "1290.00 EUR", or an object with `amount` and
 * `currency`. Items without one are left out.
 */
export async function retailValueOf({ db }: Pick<Ctx, "db">, cases: SQL): Promise<Money[]> {
  const rows = await db.execute<{ currency: string; amount: string }>(sql`
    with linked as materialized (select scan_id, report_id, item_id from case_links where case_id in (${cases}) limit ${MAX_LINKS}),
    affected as (
      select item_id as id from linked where item_id is not null
      union select scans.item_id from linked join scans on scans.id = linked.scan_id
      union select reports.item_id from linked join reports on reports.id = linked.report_id where reports.item_id is not null
      limit ${MAX_ITEMS}
    ),
    priced as (
      select case jsonb_typeof(price) when 'object' then concat(price ->> 'amount', ' ', price ->> 'currency')
        else price #>> '{}' end as price
      from affected join items on items.id = affected.id left join groups on groups.id = items.group_id
        cross join lateral (select ${PRICE} as price) as found
      where jsonb_typeof(price) in ('string', 'object')
    )
    select currency, sum(amount)::text as amount from priced
      cross join lateral (select substring(price from ${`^${AMOUNT} ([A-Z]{3})$`}) as currency) as with_currency
      cross join lateral (select case when currency is not null then split_part(price, ' ', 1)::numeric end as amount) as as_number
    where currency is not null
    group by currency order by sum(amount) desc, currency limit 20`);
  return rows.map(({ currency, amount }) => ({ currency, amount: Number(amount) }));
}
