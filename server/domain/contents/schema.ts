import { z } from "zod";
import { decoded } from "@/server/core/base64";
import { MAX_SELECTED } from "@/server/core/max-selected";
import { Milliseconds } from "@/server/core/moment";
import { shownAs } from "@/server/core/shown-as";
import { wholeNumber } from "@/server/core/whole-number";
import { sortOf } from "@/server/data/order";
import { Fragment } from "@/server/data/text-search";
import { atMost } from "@/server/domain/shared/at-most";

export const MAX_BYTES = 10 * 1024 * 1024;
/** The length of `MAX_BYTES` in Base64. */
const MAX_BASE64_CHARACTERS = Math.ceil(MAX_BYTES / 3) * 4;

/** Base64 in JSON, or the bytes of a body that is the file itself. */
const FileData = z
  .custom<string | Uint8Array>(
    (data) => typeof data === "string" || data instanceof Uint8Array,
    "must be a string",
  )
  .meta({
    override: {
      type: "string",
      format: "byte",
      description: `The file in strict Base64, at most ${MAX_BYTES} bytes.`,
    },
  })
  .transform((data, check): Uint8Array => {
    const isTooLong = typeof data === "string" && data.length > MAX_BASE64_CHARACTERS;
    const bytes = isTooLong ? undefined : typeof data === "string" ? decoded(data) : data;
    if (bytes && bytes.byteLength <= MAX_BYTES) return bytes;
    const isTooLarge = isTooLong || bytes !== undefined;
    check.addIssue(isTooLarge ? `must be at most ${MAX_BYTES} bytes` : "must be strict Base64, with padding");
    return z.NEVER;
  });

/** An uploaded file: Base64 in JSON, otherwise raw bytes. */
export const NewContent = z
  .object({
    "content-type": z
      .string()
      .max(200)
      .meta({ description: "Media type of the file; it must not contradict the bytes." }),
    data: FileData,
    name: z.string().max(1_000).nullish().describe("File name, which downloads get."),
    description: z.string().max(10_000).nullish().describe("A note of yours."),
  })
  .meta({ id: "NewContent", description: "A new file." });

export type NewContent = z.output<typeof NewContent>;

export const ContentEnvelope = z
  .object({
    id: z.string().describe("Id of the file."),
    data: z
      .object({
        url: z.string().describe("Address of the file, for everyone."),
        path: z.string().describe("Names the file in `image` of items and groups."),
        "content-type": z.string().describe("Media type of the file."),
        size: z.number().describe("Bytes of the file."),
        name: z.string().optional().describe("File name, which downloads get."),
        description: z.string().optional().describe("A note of yours."),
        _owner: z.string().describe("Id of the producer."),
        _created: z.number().describe("Creation, in milliseconds."),
        _updated: z.number().describe("Last change, in milliseconds."),
        _scan: z.string().optional().describe("Id of the scan that the image was added to."),
      })
      .describe("The fields of the file."),
  })
  .meta({ id: "Content", description: "A file of a producer." });

/** Response of Create Content: exactly the specification's three fields. */
export const CreatedContent = z.strictObject({
  id: z.string().describe("Id of the file."),
  path: ContentEnvelope.shape.data.shape.path,
  url: ContentEnvelope.shape.data.shape.url,
});

export const Width = wholeNumber(1, 4096).describe("Width in pixels. The image is never enlarged.");

/** For JPEG; see Limits in the specification. */
export const DEFAULT_QUALITY = 80;

export const Quality = wholeNumber(1, 100)
  .default(DEFAULT_QUALITY)
  .meta({
    description: "Quality of JPEG images, in per cent. Other formats ignore it.",
    ...shownAs({ type: "integer", minimum: 1, maximum: 100, default: DEFAULT_QUALITY }),
  });

/** The filter of lists of contents. */
export const ContentFilter = z.object({
  search: Fragment.optional().describe("A part of the name, or the beginning of the id."),
  kind: z.enum(["image", "other"]).optional().describe("Raster images, or all other files."),
  source: z
    .enum(["own", "scan"])
    .optional()
    .describe("The producer's own files, or the images of its scans."),
  createdBefore: Milliseconds.optional().describe("Created before this moment, in milliseconds."),
});

export type ContentFilter = z.output<typeof ContentFilter>;

/** How a list of contents may be sorted. */
export const ContentSort = sortOf("created", "name", "size");
export type ContentSort = "created" | "name" | "size";

/** Input of a job that deletes files: by their ids, or all that match a filter when the deletion is requested. */
export const FileDeletion = z.object({
  selection: z
    .union([
      z.strictObject({
        ids: atMost(MAX_SELECTED, z.array(z.uuid().toLowerCase()).min(1)).describe(
          "Ids of the files, at most 1,000.",
        ),
      }),
      // Strict: an unknown filter must not select everything.
      z.strictObject({
        filter: z
          .strictObject(ContentFilter.shape)
          .describe("All files that match when the job is requested."),
      }),
    ])
    .describe("The files to delete."),
});
export type FileDeletion = z.output<typeof FileDeletion>;
