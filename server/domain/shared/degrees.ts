import { z } from "zod";

/** About a centimetre. The database refuses to compute with numbers that are almost zero. */
const LEAST_DEGREES = 1e-7;

/** Degrees, from `-most` to `most`; what is almost zero becomes zero. */
export const degreesUpTo = (most: number) =>
  z
    .number()
    .min(-most)
    .max(most)
    .overwrite((degrees) => (Math.abs(degrees) < LEAST_DEGREES ? 0 : degrees));
