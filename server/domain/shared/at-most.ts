import { z } from "zod";

/** A list of at most `max` entries. A longer list is cut before validation, so that refusing it stays cheap. */
export const atMost = <Entry extends z.ZodType>(max: number, list: z.ZodArray<Entry>) =>
  z.preprocess(
    (value) => (Array.isArray(value) && value.length > max ? value.slice(0, max + 1) : value),
    list.max(max),
  );
