import { z } from "zod";
import type { ACT_KINDS } from "@/db/schema/acts";

/** What something can be done to: the table's own words, without the table, which browsers need not load. */
export const KINDS = [
  "token",
  "member",
  "hook",
  "group",
  "content",
  "producer",
  "personalData",
] as const satisfies typeof ACT_KINDS;

/** What the list of what was done can be narrowed to. */
export const ActFilter = z.object({ kind: z.enum(KINDS).optional() });
export type ActFilter = z.output<typeof ActFilter>;
