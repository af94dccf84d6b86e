import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Ctx } from "@/server/core/ctx";

const dialect = new PgDialect({ casing: "snake_case" });

function textOf(parameter: unknown): string {
  if (typeof parameter === "string" || typeof parameter === "number") return String(parameter);
  throw new Error("A parameter of a prepared statement is neither text nor a number.");
}

/**
 * Runs a prepared statement, whose plan each connection keeps after a few runs: planning reads of roll-ups takes longer
 * than running them. Use it for few distinct texts, whatever their parameters.
 */
export async function readRows<Row extends Record<string, unknown>>({ db }: Ctx, statement: SQL) {
  if (!("$client" in db)) return db.execute<Row>(statement);
  const { sql, params } = dialect.sqlToQuery(statement);
  return db.$client.unsafe<Row[]>(sql, params.map(textOf), { prepare: true });
}
