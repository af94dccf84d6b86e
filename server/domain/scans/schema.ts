import { z } from "zod";
import { wholeNumber } from "@/server/core/whole-number";
import { NewContent } from "@/server/domain/contents/schema";
import { ItemEnvelope } from "@/server/domain/items/schema";
import { FreeForm } from "@/server/domain/shared/json";
import { ScannedVerificationInfoShape } from "@/server/domain/shared/verification-info";

export const CLASSIFICATIONS = ["original", "fake", "unknown", "error"] as const;

const Infos = FreeForm.nullish().transform((infos) => infos ?? null);

/** The place of a scan, in degrees. */
export const Location = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});
export type Location = z.output<typeof Location>;

/**
 * Body of Add Scan; null counts as absent (decision 0009). Only `identifier` is required; the classification defaults to
 * `fake`.
 */
export const NewScan = z
  .object({
    identifier: z.string(),
    copyclassification: z
      .enum(CLASSIFICATIONS)
      .nullish()
      .transform((classification) => classification ?? "fake")
      .meta({ override: { type: "string", enum: [...CLASSIFICATIONS], default: "fake" } }),
    location: Location.nullish().meta({ description: "Degrees" }),
    data: FreeForm.nullish().transform((data) => data ?? {}),
    softwareInfo: Infos.meta({
      description:
        "app, versionApp, versionAnsfp, versionScanNative, versionScanPipline, os, osVersion, osDartVersion, osEnv",
    }),
    deviceInfo: Infos.meta({ description: "os, environment" }),
  })
  .meta({ id: "NewScan" });

export type NewScan = z.output<typeof NewScan>;

const scanFields = {
  identifier: z.string(),
  copyclassification: z.enum(CLASSIFICATIONS),
  location: z.object({ _lat: z.number(), _long: z.number() }).optional(),
  country: z.string().optional().meta({ description: "ISO 3166-1 alpha-2" }),
  continent: z.string().optional().meta({ description: "AF, AN, AS, EU, NA, OC or SA" }),
  data: FreeForm,
  timestamp: z.number().meta({ description: "Milliseconds, by the service's clock" }),
  creator: z
    .string()
    .meta({ description: "Id of the producer whose token came with the scan, else `unknown`" }),
  os: z.string().optional(),
  device: z.string().optional().meta({ description: "A keyed hash: the same for the same device" }),
  softwareversion: z.string().optional(),
  image: z.string().optional().meta({ description: "Url of the newest image of the scan" }),
  images: z
    .array(z.string())
    .optional()
    .meta({ description: "Urls of all images of the scan, newest first" }),
  _geo: z.enum(["ip", "area"]).optional().meta({
    description:
      "`ip`: the country is that of the caller's address, as no location was sent. `area`: the precise location is kept no longer, only the middle of its cell of 0.1 degrees",
  }),
  _erased: z
    .number()
    .optional()
    .meta({ description: "Since when nothing personal is kept of the scan: milliseconds" }),
  _owner: z.string(),
};

/** A scan as its producer reads it. */
export const ScanEnvelope = z
  .object({
    id: z.string(),
    data: z.object({
      ...scanFields,
      softwareInfo: FreeForm.optional(),
      deviceInfo: FreeForm.optional(),
      _dropped: z.boolean().optional().meta({
        description:
          "true where data, softwareInfo and deviceInfo were not kept, as the quota for data of scans was used up",
      }),
    }),
  })
  .meta({ id: "Scan", description: "A scan of an item" });

/** A scan as its scanner sees it. */
export const PublicScan = z
  .object({ id: z.string(), data: z.object(scanFields) })
  .meta({ id: "PublicScan", description: "A scan as its scanner sees it" });

/** An image of a scan: the shape of a content; the type comes from the bytes. */
export const NewScanImage = NewContent.partial({ "content-type": true }).meta({ id: "NewScanImage" });
export type NewScanImage = z.output<typeof NewScanImage>;

const ScannedItem = z
  .object({
    id: z.string(),
    data: z.object({
      ...ItemEnvelope.shape.data.shape,
      verificationinfos: z.array(ScannedVerificationInfoShape),
      imageUrl: z.string().optional().meta({ description: "Direct url of the item's image" }),
    }),
  })
  .meta({ id: "ScannedItem", description: "The merged item as a scanner sees it" });

/** Answer of Add Scan. */
export const ScanAnswer = z.object({
  identifier: ScannedItem,
  scan: PublicScan,
});

/** Pages of scans: the item, and its scans newest first. */
export const ItemScans = z.object({ identifier: ScannedItem, scans: z.array(ScanEnvelope) });

/** Last Scans: `identifier` is the item of the newest scan in the page, an empty object for an empty page. */
export const LastScans = z.object({
  identifier: z.union([ScannedItem, z.strictObject({})]),
  scans: z.array(ScanEnvelope),
});

/** Query of the scan map. Sizes are in CSS pixels; `scale` 2 draws twice as many for sharp screens. */
export const MapSize = z.object({
  width: wholeNumber(1, 1200).default(600),
  height: wholeNumber(1, 1200).default(400),
  scale: z
    .enum(["1", "2"], "must be 1 or 2")
    .default("1")
    .transform((scale) => (scale === "2" ? 2 : 1))
    .meta({ override: { type: "integer", enum: [1, 2], default: 1 } }),
});
