import { sql } from "drizzle-orm";
import { bigint, check, index, jsonb, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import type { JsonObject } from "../json";

/**
 * Where the move of a producer is. In the cell it leaves: `copying`, then `holding` while its last calls end, then `moved`
 * until its rows are deleted. In the cell it goes to: `arriving` until that cell serves it.
 */
export const MOVE_STATES = ["copying", "holding", "moved", "arriving"] as const;

/** Producers that are moving between cells, or have moved and left rows (decision 0067). Nearly always empty. */
export const cellMoves = pgTable(
  "cell_moves",
  {
    producerId: serviceId().primaryKey(),
    state: text({ enum: MOVE_STATES }).notNull(),
    /** The other cell. */
    cell: smallint().notNull(),
    startedAt: moment().notNull().defaultNow(),
    /** Tables whose rows have all been noted, so that they are copied. */
    copied: text().array().notNull().default(sql`'{}'`),
    /** The message with which the other cell takes the producer over: the state at the moment of the move. */
    acceptance: text(),
    /** Names the arrival, so that rows of an earlier one are refused. */
    arrival: uuid(),
  },
  (t) => [check("cell_moves_state", sql`${t.state} in ('copying', 'holding', 'moved', 'arriving')`)],
);

/** Rows of a moving producer that changed since its move began, noted by triggers, until they are copied again. */
export const cellChanges = pgTable(
  "cell_changes",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    producerId: serviceId().notNull(),
    tableName: text().notNull(),
    key: jsonb().$type<JsonObject>().notNull(),
  },
  (t) => [index("cell_changes_in_order").on(t.producerId, t.id)],
);

/** Identifiers that calls of this cell are about to register; other cells refuse them meanwhile. Valid for a minute. */
export const cellClaims = pgTable("cell_claims", {
  identifier: text().primaryKey(),
  /** Of which a call may come again in another cell, after a move. */
  producerId: serviceId().notNull(),
  claimedAt: moment().notNull().defaultNow(),
});
