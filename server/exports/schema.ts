import { z } from "zod";
import { MAX_SELECTED } from "@/server/core/max-selected";
import { AuditFilter } from "@/server/domain/audit-log/schema";
import { GroupFilter } from "@/server/domain/groups/list";
import { ItemFilter } from "@/server/domain/items/filter";
import { Identifier } from "@/server/domain/items/schema";
import { ScanFilter } from "@/server/domain/scans/filter";
import { atMost } from "@/server/domain/shared/at-most";
import { SightingFilter } from "@/server/domain/sightings/list";
import { DeliveryFilter } from "@/server/webhooks/deliveries/read";

/** The formats of exports, named as the endings of their files. */
export const EXPORT_FORMATS = ["csv", "xlsx", "jsonl"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const SelectedItems = z.object({ identifiers: atMost(MAX_SELECTED, z.array(Identifier).min(1)) });

/** A list with its filter, as the list itself has it; or items by their identifiers. */
export const ExportedList = z.discriminatedUnion("list", [
  z.object({ list: z.literal("items"), filter: ItemFilter }),
  z.object({ list: z.literal("selectedItems"), filter: SelectedItems }),
  z.object({ list: z.literal("groups"), filter: GroupFilter }),
  z.object({ list: z.literal("scans"), filter: ScanFilter }),
  z.object({ list: z.literal("sightings"), filter: SightingFilter }),
  z.object({ list: z.literal("deliveries"), filter: DeliveryFilter.extend({ hook: z.guid() }) }),
  z.object({ list: z.literal("auditLog"), filter: AuditFilter }),
]);
export type ExportedList = z.output<typeof ExportedList>;
