import { sql } from "drizzle-orm";
import { runtime } from "@/server/runtime/runtime";

const EVERY_TABLE = sql`select tablename as name from pg_tables where schemaname = 'public'`;

/** The tables whose rows contain a text. */
export async function tablesWith(text: string): Promise<string[]> {
  const { db } = runtime().database;
  const found: string[] = [];
  for (const { name } of await db.execute<{ name: string }>(EVERY_TABLE)) {
    const [row] = await db.execute(
      sql`select from ${sql.identifier(name)} as row where strpos(row::text, ${text}) > 0 limit 1`,
    );
    if (row) found.push(name);
  }
  return found.sort();
}
