import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { contents } from "@/db/schema/contents";
import { producers } from "@/db/schema/producers";
import { reports } from "@/db/schema/reports";
import type { CURSOR_KINDS } from "@/db/schema/retention-cursors";
import { scans } from "@/db/schema/scans";
import { sightings } from "@/db/schema/sightings";
import type { Ctx } from "@/server/core/ctx";
import type { Files } from "./images";
import {
  coarsenScans,
  coarsenSightings,
  deleteScanImages,
  forgetDevices,
  forgetReporters,
  forgetSightedDevices,
} from "./relieve";
import type { Retention } from "./schema";

/** Rows of a table that lose personal data at an age; read along an existing index. */
export interface Walk {
  table: PgTable;
  producerId: PgColumn;
  time: PgColumn;
  id: PgColumn;
  /** The retention setting, in days. */
  days: PgColumn;
  ofNoProducer: keyof Retention | undefined;
  relieve(ctx: Ctx, ids: readonly string[]): Promise<Files>;
}

const ofScans = { table: scans, producerId: scans.producerId, time: scans.timestamp, id: scans.id };
const ofImages = {
  table: contents,
  producerId: contents.producerId,
  time: contents.createdAt,
  id: contents.id,
};
const ofSightings = {
  table: sightings,
  producerId: sightings.producerId,
  time: sightings.timestamp,
  id: sightings.id,
};

const ofReports = {
  table: reports,
  producerId: reports.producerId,
  time: reports.timestamp,
  id: reports.id,
};

const { preciseDays, deviceDays, imageDays } = producers;

/** The walks of retention, by the kind of their cursor. */
export const WALK: Record<(typeof CURSOR_KINDS)[number], Walk> = {
  places: { ...ofScans, days: preciseDays, ofNoProducer: undefined, relieve: coarsenScans },
  devices: { ...ofScans, days: deviceDays, ofNoProducer: undefined, relieve: forgetDevices },
  images: { ...ofImages, days: imageDays, ofNoProducer: undefined, relieve: deleteScanImages },
  sightingPlaces: {
    ...ofSightings,
    days: preciseDays,
    ofNoProducer: "preciseDays",
    relieve: coarsenSightings,
  },
  sightingDevices: {
    ...ofSightings,
    days: deviceDays,
    ofNoProducer: "deviceDays",
    relieve: forgetSightedDevices,
  },
  reports: { ...ofReports, days: deviceDays, ofNoProducer: "deviceDays", relieve: forgetReporters },
};

export type CursorKind = keyof typeof WALK;
