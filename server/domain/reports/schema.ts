import { z } from "zod";
import { MAX_CHARACTERS } from "@/server/domain/items/schema";

/** What a suspicion is about: who sold it, an online shop, the looks of the item, or anything else. */
export const KINDS = ["seller", "shop", "looks", "other"] as const;
export type ReportKind = (typeof KINDS)[number];

export const MAX_TEXT_CHARACTERS = 1000;
export const MAX_EMAIL_CHARACTERS = 254;

/** One way to break lines, and no other characters that steer a screen. */
const plainText = (text: string) =>
  text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, "")
    .toWellFormed()
    .trim();

/** A report of a suspicion, as a form sends it: an empty field is an absent one. */
export const NewReport = z.object({
  kind: z.enum(KINDS),
  text: z.string().default("").transform(plainText).pipe(z.string().max(MAX_TEXT_CHARACTERS)),
  email: z
    .string()
    .trim()
    .pipe(z.literal("").or(z.email().max(MAX_EMAIL_CHARACTERS)))
    .default("")
    .transform((email) => email || null),
});
export type NewReport = z.output<typeof NewReport>;

/** What lists of suspicions can be narrowed to. */
export const ReportFilter = z.object({
  /** The identifier of an item. */
  item: z.string().max(MAX_CHARACTERS).optional(),
  /** The id of a scan. */
  scan: z.guid().optional(),
});
export type ReportFilter = z.output<typeof ReportFilter>;
