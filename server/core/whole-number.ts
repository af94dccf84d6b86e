import { z } from "zod";
import { shownAs } from "./shown-as";

/** A whole number in a path or query. */
export const wholeNumber = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
    .meta(shownAs({ type: "integer", minimum: min, maximum: max }));
};
