import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { codeMarks } from "@/db/schema/code-marks";

/** What members have made of an unregistered code; `open` while it has no mark. */
export const Marked = z.enum(["open", "dismissed", "counterfeit"]);

/** Condition that a code of a producer is marked so; undefined for every code. */
export function isMarked(
  producerId: SQL,
  code: SQL,
  mark: z.output<typeof Marked> | undefined,
): SQL | undefined {
  if (mark === undefined) return undefined;
  const marked = sql`select from ${codeMarks} where ${codeMarks.producerId} = ${producerId} and ${codeMarks.identifier} = ${code}`;
  return mark === "open"
    ? sql`not exists (${marked})`
    : sql`exists (${marked} and ${codeMarks.mark} = ${mark})`;
}
