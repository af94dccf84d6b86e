import { inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { type Choice, type Chosen, choiceIn } from "@/server/core/choice";

/** Rows that pass a choice; `isOne` matches the rows that have one of the values, without a null. */
export const passing = <Value extends string>(
  choice: Choice<Value>,
  isOne: (values: Value[]) => SQL,
): SQL | undefined => ("is" in choice ? isOne(choice.is) : sql`(${isOne(choice.isNot)}) is not true`);

/** Rows whose column passes a choice. `none` is the value of rows without one. */
export function columnPasses<Value extends string>(
  column: PgColumn,
  chosen: Chosen<Value> | undefined,
  none?: Value,
): SQL | undefined {
  if (chosen === undefined) return undefined;
  return passing(choiceIn(chosen), (values) => {
    const some = values.filter((value) => value !== none);
    const conditions = [
      some.length > 0 ? inArray(column, some) : undefined,
      some.length < values.length ? isNull(column) : undefined,
    ];
    return or(...conditions) ?? sql`false`;
  });
}
