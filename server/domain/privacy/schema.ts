import { z } from "zod";

/** Bounds of retention, in days. Below 7, webhooks that are down for days would receive other values than the rest. */
const FEWEST_DAYS = 7;
const MAX_DAYS = 3650;

/** Retention of new producers, and of sightings and reports that concern no producer, in days. */
export const DEFAULT_RETENTION = { preciseDays: 90, deviceDays: 400, imageDays: 400 };

const Days = z.number().int().min(FEWEST_DAYS).max(MAX_DAYS).nullable();

/** Days that scans keep their precise place, device data and images; null keeps them for good. */
export const Retention = z.object({ preciseDays: Days, deviceDays: Days, imageDays: Days });
export type Retention = z.output<typeof Retention>;

const ScanId = z.guid().transform((id) => id.toLowerCase());
const DeviceHash = z.string().regex(/^[\w-]{32}$/, "must be the 32 characters that scans show of a device");

/** The subject of a privacy request: a scan, or a device by the hash that its scans show. */
export const Subject = z.union([z.object({ scan: ScanId }), z.object({ device: DeviceHash })]);
export type Subject = z.output<typeof Subject>;

/** The identifier that a device's app sends, as its owner can read it there. */
export const DeviceIdentifier = z.object({ identifier: z.string().trim().min(1).max(1_000) });
