import { z } from "zod";

/** Bounds of what owners choose, in days: shorter, and hooks that are down for days would be told other things than the rest. */
export const FEWEST_DAYS = 7;
export const MAX_DAYS = 3650;

/** For sightings of identifiers that concern no producer, and for new producers. */
export const DEFAULT_RETENTION = { preciseDays: 90, deviceDays: 400, imageDays: 400 };

const Days = z.number().int().min(FEWEST_DAYS).max(MAX_DAYS).nullable();

/** For how many days scans keep their precise place, what they say of devices, and their images; null is for good. */
export const Retention = z.object({ preciseDays: Days, deviceDays: Days, imageDays: Days });
export type Retention = z.output<typeof Retention>;

const ScanId = z.guid().transform((id) => id.toLowerCase());
const DeviceHash = z.string().regex(/^[\w-]{32}$/, "must be the 32 characters that scans show of a device");

/** Whose data: of a scan, or of a device by the hash that its scans show. */
export const Subject = z.union([z.object({ scan: ScanId }), z.object({ device: DeviceHash })]);
export type Subject = z.output<typeof Subject>;

/** What a device's app sends to name it, as its owner can read it there. */
export const DeviceIdentifier = z.object({ identifier: z.string().trim().min(1).max(1_000) });

export const EXPORT_FORMATS = ["csv", "ndjson"] as const;
