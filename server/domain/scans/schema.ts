import { z } from "zod";
import { wholeNumber } from "@/server/core/whole-number";
import { NewContent } from "@/server/domain/contents/schema";
import { ItemEnvelope } from "@/server/domain/items/schema";
import { degreesUpTo } from "@/server/domain/shared/degrees";
import { FreeForm } from "@/server/domain/shared/json";
import { ScannedVerificationInfoShape } from "@/server/domain/shared/verification-info";

export const CLASSIFICATIONS = ["original", "fake", "unknown", "error"] as const;

const Infos = FreeForm.nullish().transform((infos) => infos ?? null);

/** The place of a scan, in degrees. */
export const Location = z.object({
  latitude: degreesUpTo(90).describe("Degrees north."),
  longitude: degreesUpTo(180).describe("Degrees east."),
});
export type Location = z.output<typeof Location>;

/**
 * Body of Add Scan; null counts as absent (decision 0009). Only `identifier` is required; the classification defaults to
 * `fake`.
 */
export const NewScan = z
  .object({
    identifier: z.string().describe("Content of the scanned code."),
    copyclassification: z
      .enum(CLASSIFICATIONS)
      .nullish()
      .transform((classification) => classification ?? "fake")
      .meta({
        description:
          "The scanner's verdict. Say `original` where the code is genuine; without a verdict it is `fake`.",
        override: { type: "string", enum: [...CLASSIFICATIONS], default: "fake" },
      }),
    location: Location.nullish().meta({
      description: "Place of the scan. Country and continent come from it.",
    }),
    data: FreeForm.nullish()
      .transform((data) => data ?? {})
      .describe("Any keys and values of the scanner, kept with the scan."),
    softwareInfo: Infos.meta({
      description:
        "The software that scanned: app, versionApp, versionAnsfp, versionScanNative, versionScanPipline, os, osVersion, osDartVersion, osEnv.",
    }),
    deviceInfo: Infos.meta({
      description:
        "The device that scanned: os and environment. A device id in environment is kept as a keyed hash.",
    }),
  })
  .meta({ id: "NewScan", description: "A new scan. Only `identifier` is required." });

export type NewScan = z.output<typeof NewScan>;

const scanFields = {
  identifier: z.string().describe("Identifier of the scanned item."),
  copyclassification: z.enum(CLASSIFICATIONS).describe("The scanner's verdict."),
  location: z
    .object({ _lat: z.number().describe("Degrees north."), _long: z.number().describe("Degrees east.") })
    .optional()
    .describe("Place of the scan, where the scanner sent it."),
  country: z.string().optional().meta({ description: "Country of the scan, as ISO 3166-1 alpha-2." }),
  continent: z
    .string()
    .optional()
    .meta({ description: "Continent of the scan: AF, AN, AS, EU, NA, OC or SA." }),
  data: FreeForm.describe("The free-form keys and values of the scanner."),
  timestamp: z.number().describe("Time of the scan in milliseconds, by the service's clock."),
  creator: z
    .string()
    .meta({ description: "Id of the producer whose token came with the scan, else `unknown`." }),
  os: z.string().optional().describe("Operating system of the device."),
  device: z
    .string()
    .optional()
    .meta({ description: "A keyed hash of the device's id: the same for the same device." }),
  softwareversion: z.string().optional().describe("Version of the app."),
  image: z.string().optional().meta({ description: "Url of the newest image of the scan." }),
  images: z
    .array(z.string())
    .optional()
    .meta({ description: "Urls of all images of the scan, newest first." }),
  _geo: z.enum(["ip", "area"]).optional().meta({
    description:
      "`ip`: the country is that of the caller's address, as no location was sent. `area`: the precise location is kept no longer, only the middle of its cell of 0.1 degrees.",
  }),
  _erased: z.number().optional().meta({
    description: "Time of the erasure of personal data, in milliseconds. Nothing personal is kept since.",
  }),
  _owner: z.string().describe("Id of the producer of the item."),
};

/** A scan as its producer reads it. */
export const ScanEnvelope = z
  .object({
    id: z.string().describe("Id of the scan."),
    data: z
      .object({
        ...scanFields,
        softwareInfo: FreeForm.optional().describe("The software, as the scanner told it."),
        deviceInfo: FreeForm.optional().describe("The device, as the scanner told it."),
        _dropped: z.boolean().optional().meta({
          description:
            "`true` where data, softwareInfo and deviceInfo were not kept, as the quota for data of scans was used up.",
        }),
      })
      .describe("The fields of the scan."),
  })
  .meta({ id: "Scan", description: "A scan of an item, as its producer reads it." });

/** A scan as its scanner sees it. */
export const PublicScan = z
  .object({
    id: z.string().describe("Id of the scan."),
    data: z.object(scanFields).describe("The fields of the scan."),
  })
  .meta({ id: "PublicScan", description: "A scan as its scanner sees it." });

/** An image of a scan: the shape of a content; the type comes from the bytes. */
export const NewScanImage = NewContent.partial({ "content-type": true }).meta({
  id: "NewScanImage",
  description: "An image of a scan. The bytes tell its type.",
});
export type NewScanImage = z.output<typeof NewScanImage>;

const ScannedItem = z
  .object({
    id: z.string().describe("Identifier of the item."),
    data: z
      .object({
        ...ItemEnvelope.shape.data.shape,
        verificationinfos: z
          .array(ScannedVerificationInfoShape)
          .describe("Labelled values that people see, sorted by `pos`."),
        imageUrl: z
          .string()
          .optional()
          .meta({ description: "Direct url of the item's image, where it has one." }),
      })
      .describe("The fields of the merged item."),
  })
  .meta({ id: "ScannedItem", description: "The merged item as a scanner sees it." });

/** Answer of Add Scan. */
export const ScanAnswer = z.object({
  identifier: ScannedItem.meta({ description: "The scanned item." }),
  scan: PublicScan.meta({ description: "The recorded scan." }),
});

/** Pages of scans: the item, and its scans newest first. */
export const ItemScans = z.object({
  identifier: ScannedItem.meta({ description: "The item." }),
  scans: z.array(ScanEnvelope).describe("Its scans, newest first."),
});

/** Last Scans: `identifier` is the item of the newest scan in the page, an empty object for an empty page. */
export const LastScans = z.object({
  identifier: z
    .union([ScannedItem, z.strictObject({})])
    .describe("The item of the newest scan in the page, an empty object where the page is empty."),
  scans: z.array(ScanEnvelope).describe("The scans, newest first."),
});

/** Query of the scan map. Sizes are in CSS pixels; `scale` 2 draws twice as many for sharp screens. */
export const MapSize = z.object({
  width: wholeNumber(1, 1200).default(600).describe("Width in CSS pixels; 600 without it."),
  height: wholeNumber(1, 1200).default(400).describe("Height in CSS pixels; 400 without it."),
  scale: z
    .enum(["1", "2"], "must be 1 or 2")
    .default("1")
    .transform((scale) => (scale === "2" ? 2 : 1))
    .meta({
      description: "2 draws twice as many pixels, for sharp screens.",
      override: { type: "integer", enum: [1, 2], default: 1 },
    }),
});
