import type { Role } from "@/db/schema/memberships";
import type { Ctx } from "@/server/core/ctx";
import { auditLogTable } from "./audit-log";
import { callsTable } from "./calls";
import { deliveriesTable } from "./deliveries";
import { filesTable } from "./files";
import { groupsTable } from "./groups";
import { itemsTable, selectedItemsTable } from "./items";
import { scansTable } from "./scans";
import type { ExportedList } from "./schema";
import { sightingsTable } from "./sightings";
import type { ExportTable } from "./table";

/** The role that an export needs. Places and devices of many scans at once are for owners. */
export const ROLE_FOR: Record<ExportedList["list"], Role> = {
  items: "viewer",
  selectedItems: "viewer",
  groups: "viewer",
  files: "viewer",
  scans: "owner",
  sightings: "owner",
  deliveries: "viewer",
  auditLog: "viewer",
  requestLog: "viewer",
};

/** Opens a list of the caller as a table, and reads its first page. */
export function openTable(ctx: Ctx, wish: ExportedList): Promise<ExportTable> {
  switch (wish.list) {
    case "items":
      return itemsTable(ctx, wish);
    case "selectedItems":
      return selectedItemsTable(ctx, wish.filter.identifiers);
    case "groups":
      return groupsTable(ctx, wish);
    case "files":
      return filesTable(ctx, wish);
    case "scans":
      return scansTable(ctx, wish);
    case "sightings":
      return sightingsTable(ctx, wish);
    case "deliveries":
      return deliveriesTable(ctx, wish);
    case "auditLog":
      return auditLogTable(ctx, wish.filter);
    case "requestLog":
      return callsTable(ctx, wish);
  }
}
