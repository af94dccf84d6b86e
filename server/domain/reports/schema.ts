import { z } from "zod";
import { MAX_CHARACTERS } from "@/server/domain/items/schema";

/** The subject of a report: the seller, an online shop, the looks of the item, or anything else. */
export const KINDS = ["seller", "shop", "looks", "other"] as const;
export type ReportKind = (typeof KINDS)[number];

export const MAX_TEXT_CHARACTERS = 1000;
export const MAX_EMAIL_CHARACTERS = 254;

export const MAX_PLACE_CHARACTERS = 200;
export const MAX_URL_CHARACTERS = 1000;
/** Of a photo as it is sent. */
export const MAX_PHOTO_BYTES = 8 * 1024 * 1024;
export const PHOTO_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;

/** Normalises line breaks and removes all other control characters except tabs. */
const plainText = (text: string) =>
  text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, "")
    .toWellFormed()
    .trim();

/** A web address as people copy it, in its normal form; without a scheme, it is one of the web. Others stay as they are. */
function webAddress(text: string): string {
  if (text === "") return text;
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  return URL.parse(address)?.href ?? address;
}

/** A report as a form sends it; an empty field counts as absent. */
export const NewReport = z.object({
  kind: z.enum(KINDS),
  text: z.string().default("").transform(plainText).pipe(z.string().max(MAX_TEXT_CHARACTERS)),
  place: z
    .string()
    .default("")
    .transform((text) => plainText(text).replaceAll(/\s+/g, " "))
    .pipe(z.string().max(MAX_PLACE_CHARACTERS))
    .transform((place) => place || null),
  sellerUrl: z
    .string()
    .max(MAX_URL_CHARACTERS)
    .default("")
    .transform((text) => webAddress(plainText(text)))
    .pipe(z.literal("").or(z.url({ protocol: /^https?$/ }).max(MAX_URL_CHARACTERS)))
    .transform((url) => url || null),
  email: z
    .string()
    .trim()
    .pipe(z.literal("").or(z.email().max(MAX_EMAIL_CHARACTERS)))
    .default("")
    .transform((email) => email || null),
});
export type NewReport = z.output<typeof NewReport>;

/** Filters of lists of reports. */
export const ReportFilter = z.object({
  /** The identifier of an item. */
  item: z.string().max(MAX_CHARACTERS).optional(),
  /** The id of a scan. */
  scan: z.guid().optional(),
});
export type ReportFilter = z.output<typeof ReportFilter>;
