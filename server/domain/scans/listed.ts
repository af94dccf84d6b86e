import { eq, type SQL } from "drizzle-orm";
import { assessments, type ScanReason } from "@/db/schema/assessments";
import { items } from "@/db/schema/items";
import { type Scan, scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/core/ctx";
import type { Key } from "@/server/data/order";
import { shownOf } from "@/server/domain/shared/shown";
import { shownTitle } from "@/server/domain/shared/shown-title";

/** A scan as lists show it. */
export interface ListedScan
  extends Pick<
    Scan,
    | "id"
    | "identifier"
    | "timestamp"
    | "copyclassification"
    | "latitude"
    | "longitude"
    | "country"
    | "continent"
    | "os"
    | "device"
    | "softwareversion"
    | "creator"
  > {
  /** The item's current title as scanners see it: the group's title if it has one. */
  itemTitle: string | null;
  /** The item's group at the time of the scan. */
  groupId: string | null;
  /** The findings of the assessment; null without findings, or before the assessment. */
  reasons: ScanReason[] | null;
}

const columns = {
  id: scans.id,
  identifier: scans.identifier,
  timestamp: scans.timestamp,
  copyclassification: scans.copyclassification,
  latitude: scans.latitude,
  longitude: scans.longitude,
  country: scans.country,
  continent: scans.continent,
  os: shownOf(scans.os),
  device: scans.device,
  softwareversion: shownOf(scans.softwareversion),
  creator: scans.creator,
  itemTitle: shownTitle,
  groupId: scans.groupId,
  reasons: assessments.reasons,
};

/** Reads scans as lists show them, by any condition on the columns of scans. */
export const readListedScans = (ctx: Ctx, where: SQL | undefined, order: SQL[], limit: number) =>
  ctx.db
    .select(columns)
    .from(scans)
    .innerJoin(items, eq(items.id, scans.itemId))
    .leftJoin(assessments, eq(assessments.scanId, scans.id))
    .where(where)
    .orderBy(...order)
    .limit(limit);

/** The key of a scan in a list. */
export const keyOfScan = ({ timestamp, id }: Pick<Scan, "timestamp" | "id">): Key => ({ at: timestamp, id });
