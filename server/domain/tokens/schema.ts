import { z } from "zod";
import { hasAtMost } from "@/server/domain/shared/characters";

export const VALID_DAYS = 365;
const MAX_VALID_DAYS = 3650;

/** Input for a new token or owner key. */
export const NewToken = z.object({
  kind: z.enum(["token", "ownerKey"]).default("token"),
  name: z
    .string()
    .trim()
    .refine((name) => name !== "" && hasAtMost(200, name), "must have 1 to 200 characters"),
  /** Null for one that never expires. */
  validForDays: z.number().int().min(1).max(MAX_VALID_DAYS).nullable().default(VALID_DAYS),
});

export type NewToken = z.output<typeof NewToken>;
