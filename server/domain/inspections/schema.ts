import { z } from "zod";
import { MAX_NOTE_CHARACTERS, MAX_PHOTOS } from "@/server/core/inspecting";
import { hasAtMost } from "@/server/domain/shared/characters";
import { degreesUpTo } from "@/server/domain/shared/degrees";

/** A photo of 2,048 pixels takes less; its bytes are stored as they are. */
export const MAX_PHOTO_BYTES = 4 * 1024 * 1024;
/** The end of the year 9999; the database reads no later one. */
const MAX_TIME = 253_402_300_799_999;
/** What the device offers offline. */
export const MAX_OFFERED_CASES = 50;

export const VERDICTS = ["genuine", "suspicious", "unknown"] as const;
export type Verdict = (typeof VERDICTS)[number];

const isText = (text: string) => text.isWellFormed() && !text.includes("\0");

/** What a guided photo shows. */
export const PhotoName = z
  .string()
  .trim()
  .min(1)
  .refine((name) => hasAtMost(40, name), "must have at most 40 characters")
  .refine((name) => name.isWellFormed() && !/\p{Cc}/u.test(name), "must be one line of text");

const sameOnce = (names: string[]) => new Set(names).size === names.length;

export const GuidedPhotos = z.object({
  photos: z.array(PhotoName).max(MAX_PHOTOS).refine(sameOnce, "must name each photo once"),
});
export type GuidedPhotos = z.output<typeof GuidedPhotos>;

/** One inspection as a device sends it. */
export const NewInspection = z.object({
  /** The person who inspected. A device may have been signed in by another one since. */
  person: z.guid().optional(),
  /** Made by the device when the inspection was saved. */
  key: z.uuid(),
  code: z
    .string()
    .min(1)
    .max(4_096)
    .refine(isText, "must be text")
    .refine((code) => code.trim() !== "", "must not be blank"),
  note: z
    .string()
    .trim()
    .refine(
      (note) => hasAtMost(MAX_NOTE_CHARACTERS, note),
      `must have at most ${MAX_NOTE_CHARACTERS} characters`,
    )
    .refine(isText, "must be text"),
  isFlagged: z.boolean(),
  /** An open case, or a new one, for what is not genuine or flagged. */
  case: z.union([z.guid(), z.literal("new")]),
  place: z
    .object({
      latitude: degreesUpTo(90),
      longitude: degreesUpTo(180),
      accuracy: z.number().min(0).max(1e8),
    })
    .nullable(),
  /** Milliseconds, by the clock of the device. */
  at: z.number().int().min(0).max(MAX_TIME),
});
export type NewInspection = z.output<typeof NewInspection>;

/** A photo of an inspection; the hash shows that its bytes arrived whole. */
export const NewPhoto = z.object({
  person: z.guid().optional(),
  inspection: z.guid(),
  photo: PhotoName,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type NewPhoto = z.output<typeof NewPhoto>;
