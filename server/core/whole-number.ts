import { z } from "zod";

/** A whole number in a path or query. */
export const wholeNumber = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message)
    .meta({ override: { type: "integer", pattern: undefined, minimum: least, maximum: most } });
};
