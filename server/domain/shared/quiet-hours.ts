import { z } from "zod";
import type { QuietHours as Stored } from "@/db/quiet-hours";
import { isTimeZone } from "@/server/core/quiet-hours";

const MAX_ZONE_CHARACTERS = 64;

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 22:00");

/** The daily time in which a person or a channel is told of no alert. */
export const QuietHours = z
  .strictObject({
    from: Time,
    to: Time,
    timeZone: z
      .string()
      .max(MAX_ZONE_CHARACTERS)
      .refine(isTimeZone, "must be a time zone such as Europe/Berlin"),
    days: z
      .array(z.int().min(1).max(7))
      .min(1)
      .max(7)
      .transform((days) => [...new Set(days)].toSorted((a, b) => a - b)),
  })
  .refine(({ from, to }) => from !== to, {
    path: ["to"],
    message: "must differ from the beginning",
  }) satisfies z.ZodType<Stored>;
export type QuietHours = z.output<typeof QuietHours>;
