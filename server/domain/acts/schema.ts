import { z } from "zod";
import type { ACT_KINDS } from "@/db/schema/acts";

/** What something of a producer can be done to: the table's own words, without the table, which browsers need not load. */
export const KINDS = [
  "token",
  "member",
  "hook",
  "group",
  "content",
  "alertRule",
  "producer",
  "look",
  "personalData",
] as const satisfies readonly (typeof ACT_KINDS)[number][];

/** What the list of what was done can be narrowed to. */
export const ActFilter = z.object({ kind: z.enum(KINDS).optional() });
export type ActFilter = z.output<typeof ActFilter>;

/** What something of the service as a whole can be done to. */
export const ServiceActFilter = z.object({ kind: z.enum(["phoneRule", "person"]) });
export type ServiceActFilter = z.output<typeof ServiceActFilter>;
