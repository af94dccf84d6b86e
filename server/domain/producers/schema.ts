import { z } from "zod";
import { hasAtMost } from "@/server/domain/shared/characters";

/** How a producer is called. */
export const ProducerName = z
  .string()
  .trim()
  .refine((name) => name !== "" && hasAtMost(200, name), "must have 1 to 200 characters")
  .refine((name) => !/\p{Cc}/u.test(name), "must be one line of text");

/** Why an admin suspends or reactivates a producer, for its members and for the record. */
export const Reason = z
  .string()
  .trim()
  .refine((reason) => reason !== "" && hasAtMost(500, reason), "must have 1 to 500 characters")
  .refine((reason) => !/\p{Cc}/u.test(reason), "must be one line of text");

/** What an admin says of a producer that is to be suspended or reactivated. */
export const Suspension = z.object({ producerId: z.string(), reason: Reason });

/** The same of one that is to be closed, with its name as it was typed. */
export const Closing = Suspension.extend({ name: z.string().trim() });

export const Renaming = z.object({ producerId: z.string(), name: ProducerName });
