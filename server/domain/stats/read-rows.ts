import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Ctx } from "@/server/core/ctx";

const dialect = new PgDialect({ casing: "snake_case" });

function textOf(parameter: unknown): string {
  if (typeof parameter === "string" || typeof parameter === "number") return String(parameter);
  throw new Error("A parameter of a prepared statement is neither text nor a number.");
}

/**
 * Rows of a statement that each connection plans a few times and then keeps the plan of: to plan what is counted and noted
 * takes longer than to read it. For statements of few texts, whatever their parameters.
 */
export async function readRows<Row extends Record<string, unknown>>({ db }: Ctx, statement: SQL) {
  if (!("$client" in db)) return db.execute<Row>(statement);
  const { sql, params } = dialect.sqlToQuery(statement);
  return db.$client.unsafe<Row[]>(sql, params.map(textOf), { prepare: true });
}
