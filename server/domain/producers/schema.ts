import { z } from "zod";

/** How a producer is called. */
export const ProducerName = z
  .string()
  .trim()
  .refine((name) => name !== "" && [...name].length <= 200, "must have 1 to 200 characters")
  .refine((name) => !/\p{Cc}/u.test(name), "must be one line of text");
