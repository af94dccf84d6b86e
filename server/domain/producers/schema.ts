import { z } from "zod";
import { hasAtMost } from "@/server/domain/shared/characters";

/** The name of a producer. */
export const ProducerName = z
  .string()
  .trim()
  .refine((name) => name !== "" && hasAtMost(200, name), "must have 1 to 200 characters")
  .refine((name) => !/\p{Cc}/u.test(name), "must be one line of text");

/** The reason of a suspension or reactivation, shown to members and recorded in the audit log. */
const Reason = z
  .string()
  .trim()
  .refine((reason) => reason !== "" && hasAtMost(500, reason), "must have 1 to 500 characters")
  .refine((reason) => !/\p{Cc}/u.test(reason), "must be one line of text");

/** The suspension or reactivation of a producer by an admin. */
export const Suspension = z.object({ producerId: z.string(), reason: Reason });

/** The closing of a producer by an admin, with the producer's name typed as confirmation. */
export const Closing = Suspension.extend({ name: z.string().trim() });

export const Renaming = z.object({ producerId: z.string(), name: ProducerName });
