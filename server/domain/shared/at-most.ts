import { z } from "zod";

/** A list of at most `max` entries; of a longer one no more are looked at than are needed to refuse it. */
export const atMost = <Entry extends z.ZodType>(max: number, list: z.ZodArray<Entry>) =>
  z.preprocess(
    (value) => (Array.isArray(value) && value.length > max ? value.slice(0, max + 1) : value),
    list.max(max),
  );
