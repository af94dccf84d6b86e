import { z } from "zod";
import { hasAtMost } from "./characters";

const isOneLine = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text);

/** A name that people give: one line of 1 to 100 characters. */
export const Name = z
  .string()
  .trim()
  .min(1)
  .refine((name) => hasAtMost(100, name), "must have at most 100 characters")
  .refine(isOneLine, "must be one line of text");
