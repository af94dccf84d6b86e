import { z } from "zod";

/** What something can be done to. */
export const KINDS = ["token", "member", "hook", "group", "content", "producer"] as const;

/** What the list of what was done can be narrowed to. */
export const ActFilter = z.object({ kind: z.enum(KINDS).optional() });
export type ActFilter = z.output<typeof ActFilter>;
