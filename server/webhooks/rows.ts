import type { InJson } from "@/db/in-json";
import type { Content } from "@/db/schema/contents";
import type { HookInJson } from "@/db/schema/events";
import type { Group } from "@/db/schema/groups";
import type { Scan } from "@/db/schema/scans";
import type { ShownItem } from "@/server/domain/items/view";
import type { ScanWithImages } from "@/server/domain/scans/view";
import type { ShownHook } from "./hooks/view";

/*
 * Rows as the database writes them in JSON, turned into what its driver makes of them: snapshots hold them so, and
 * views show either. Field by field, since a spread of what is left over took half the time of a body.
 */

function momentOf(text: string): Date {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) throw new Error("A row in a snapshot lacks a moment.");
  return moment;
}

export const itemOf = (row: InJson<ShownItem>): ShownItem => ({
  identifier: row.identifier,
  producerId: row.producer_id,
  groupId: row.group_id,
  title: row.title,
  image: row.image,
  data: row.data,
  verificationinfos: row.verificationinfos,
  scans: row.scans,
  fakes: row.fakes,
  createdAt: momentOf(row.created_at),
  updatedAt: momentOf(row.updated_at),
  invalidatedAt: row.invalidated_at === null ? null : momentOf(row.invalidated_at),
});

export const groupOf = (row: InJson<Group>): Group => ({
  id: row.id,
  producerId: row.producer_id,
  title: row.title,
  image: row.image,
  data: row.data,
  verificationinfos: row.verificationinfos,
  createdAt: momentOf(row.created_at),
  updatedAt: momentOf(row.updated_at),
});

/** An event tells of a scan as it was recorded: before it had images. */
export const scanOf = (row: InJson<Scan>): ScanWithImages => ({
  id: row.id,
  itemId: row.item_id,
  producerId: row.producer_id,
  identifier: row.identifier,
  timestamp: momentOf(row.timestamp),
  copyclassification: row.copyclassification,
  latitude: row.latitude,
  longitude: row.longitude,
  country: row.country,
  continent: row.continent,
  data: row.data,
  softwareInfo: row.software_info,
  deviceInfo: row.device_info,
  os: row.os,
  device: row.device,
  softwareversion: row.softwareversion,
  creator: row.creator,
  // Older events say nothing of it.
  groupId: row.group_id ?? null,
  // Of a scan that was recorded before there were such fields, nothing was taken back.
  coarse: row.coarse ?? false,
  dataDropped: row.data_dropped ?? false,
  erasedAt: row.erased_at ? momentOf(row.erased_at) : null,
  images: [],
});

export const contentOf = (row: InJson<Content>): Content => ({
  id: row.id,
  producerId: row.producer_id,
  contentType: row.content_type,
  size: row.size,
  name: row.name,
  description: row.description,
  scanId: row.scan_id,
  scanPlace: row.scan_place,
  createdAt: momentOf(row.created_at),
});

export const hookOf = (row: HookInJson): ShownHook => ({
  id: row.id,
  events: row.events,
  eventsAsList: row.events_as_list,
  url: row.url,
  data: row.data,
  executed: row.executed,
  createdAt: momentOf(row.created_at),
  updatedAt: momentOf(row.updated_at),
});
