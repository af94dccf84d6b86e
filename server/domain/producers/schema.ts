import { z } from "zod";

/** How a producer is called. */
export const ProducerName = z
  .string()
  .trim()
  .refine((name) => name !== "" && [...name].length <= 200, "must have 1 to 200 characters")
  .refine((name) => !/\p{Cc}/u.test(name), "must be one line of text");

/** Why an admin suspends or reactivates a producer, for its members and for the record. */
export const Reason = z
  .string()
  .trim()
  .refine((reason) => reason !== "" && [...reason].length <= 500, "must have 1 to 500 characters")
  .refine((reason) => !/\p{Cc}/u.test(reason), "must be one line of text");

/** What an admin says of a producer that is to be suspended or reactivated. */
export const Suspension = z.object({ producerId: z.string(), reason: Reason });

/** The same of one that is to be closed, with its name as it was typed. */
export const Closing = Suspension.extend({ name: z.string().trim() });

export const Renaming = z.object({ producerId: z.string(), name: ProducerName });

/** More than any disk has. */
const MAX_QUOTA_BYTES = 2 ** 50;

export const Quota = z.object({ producerId: z.string(), quota: z.int().min(0).max(MAX_QUOTA_BYTES) });
