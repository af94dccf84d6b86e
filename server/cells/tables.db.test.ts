import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { MOVED } from "@/db/producer-tables";
import { runtime } from "@/server/runtime/runtime";

// Holds decision 0067.

test("the rows of each table that moves have a unique key, by which a row that arrives again is found", async () => {
  const rows = await runtime().database.db.execute<{ key: string }>(sql`
    select indrelid::regclass || ' ' || array_to_string(array(
      select attname from pg_attribute where attrelid = indrelid and attnum = any(indkey) order by attname), ',') as key
    from pg_index where indisunique and indpred is null and indexprs is null`);
  const unique = new Set(rows.map(({ key }) => key));
  const wanted = MOVED.map(({ name, key }) => `${name} ${key.toSorted().join(",")}`);
  expect(wanted.filter((key) => !unique.has(key))).toEqual([]);
});
