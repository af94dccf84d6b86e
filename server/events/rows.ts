import type { InJson } from "@/db/in-json";
import type { Content } from "@/db/schema/contents";
import type { HookInJson } from "@/db/schema/deliveries";
import type { Group } from "@/db/schema/groups";
import type { Scan } from "@/db/schema/scans";
import type { ShownHook } from "@/server/domain/hooks/view";
import type { ShownItem } from "@/server/domain/items/view";

/*
 * Rows as the database writes them in JSON, turned into what its driver makes of them: snapshots hold them so, and
 * views show either.
 */

function momentOf(text: string): Date {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) throw new Error("A row in a snapshot lacks a moment.");
  return moment;
}

export const itemOf = ({
  producer_id,
  group_id,
  created_at,
  updated_at,
  invalidated_at,
  ...item
}: InJson<ShownItem>): ShownItem => ({
  ...item,
  producerId: producer_id,
  groupId: group_id,
  createdAt: momentOf(created_at),
  updatedAt: momentOf(updated_at),
  invalidatedAt: invalidated_at === null ? null : momentOf(invalidated_at),
});

export const groupOf = ({ producer_id, created_at, updated_at, ...group }: InJson<Group>): Group => ({
  ...group,
  producerId: producer_id,
  createdAt: momentOf(created_at),
  updatedAt: momentOf(updated_at),
});

export const scanOf = ({
  item_id,
  producer_id,
  timestamp,
  software_info,
  device_info,
  ...scan
}: InJson<Scan>): Scan => ({
  ...scan,
  itemId: item_id,
  producerId: producer_id,
  timestamp: momentOf(timestamp),
  softwareInfo: software_info,
  deviceInfo: device_info,
});

export const contentOf = ({
  producer_id,
  content_type,
  scan_id,
  scan_place,
  created_at,
  ...content
}: InJson<Content>): Content => ({
  ...content,
  producerId: producer_id,
  contentType: content_type,
  scanId: scan_id,
  scanPlace: scan_place,
  createdAt: momentOf(created_at),
});

export const hookOf = ({ events_as_list, created_at, updated_at, ...hook }: HookInJson): ShownHook => ({
  ...hook,
  eventsAsList: events_as_list,
  createdAt: momentOf(created_at),
  updatedAt: momentOf(updated_at),
});
