import { z } from "zod";
import { AuditFilter } from "@/server/domain/audit-log/schema";
import { GroupFilter } from "@/server/domain/groups/list";
import { ItemFilter } from "@/server/domain/items/filter";
import { ScanFilter } from "@/server/domain/scans/filter";
import { SightingFilter } from "@/server/domain/sightings/list";
import { DeliveryFilter } from "@/server/webhooks/deliveries/read";

/** The formats of exports, named as the endings of their files. */
export const EXPORT_FORMATS = ["csv", "xlsx", "jsonl"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A list with its filter, as the list itself has it. */
export const ExportedList = z.discriminatedUnion("list", [
  z.object({ list: z.literal("items"), filter: ItemFilter }),
  z.object({ list: z.literal("groups"), filter: GroupFilter }),
  z.object({ list: z.literal("scans"), filter: ScanFilter }),
  z.object({ list: z.literal("sightings"), filter: SightingFilter }),
  z.object({ list: z.literal("deliveries"), filter: DeliveryFilter.extend({ hook: z.guid() }) }),
  z.object({ list: z.literal("auditLog"), filter: AuditFilter }),
]);
export type ExportedList = z.output<typeof ExportedList>;
