import { z } from "zod";
import { MAX_SELECTED } from "@/server/core/max-selected";
import { CallFilter } from "@/server/domain/api-calls/schema";
import { AuditFilter } from "@/server/domain/audit-log/schema";
import { ContentFilter, ContentSort } from "@/server/domain/contents/schema";
import { GroupSort } from "@/server/domain/groups/list";
import { GroupFilter } from "@/server/domain/groups/schema";
import { ItemFilter } from "@/server/domain/items/filter";
import { Identifier } from "@/server/domain/items/schema";
import { ItemSort } from "@/server/domain/items/sorted";
import { ScanFilter } from "@/server/domain/scans/filter";
import { ScanSort } from "@/server/domain/scans/list";
import { atMost } from "@/server/domain/shared/at-most";
import { SightingFilter, SightingSort } from "@/server/domain/sightings/list";
import { DeliveryFilter, DeliverySort } from "@/server/webhooks/deliveries/read";

/** The formats of exports, named as the endings of their files. */
export const EXPORT_FORMATS = ["csv", "xlsx", "jsonl"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const SelectedItems = z.object({ identifiers: atMost(MAX_SELECTED, z.array(Identifier).min(1)) });

/** A list with its filter and order, as the list itself has them; or items by their identifiers. */
export const ExportedList = z.discriminatedUnion("list", [
  z.object({ list: z.literal("items"), filter: ItemFilter, sort: ItemSort }),
  z.object({ list: z.literal("selectedItems"), filter: SelectedItems }),
  z.object({ list: z.literal("groups"), filter: GroupFilter, sort: GroupSort }),
  z.object({ list: z.literal("files"), filter: ContentFilter, sort: ContentSort }),
  z.object({ list: z.literal("scans"), filter: ScanFilter, sort: ScanSort }),
  z.object({ list: z.literal("sightings"), filter: SightingFilter, sort: SightingSort }),
  z.object({
    list: z.literal("deliveries"),
    filter: DeliveryFilter.extend({ hook: z.guid() }),
    sort: DeliverySort,
  }),
  z.object({ list: z.literal("auditLog"), filter: AuditFilter }),
  z.object({ list: z.literal("requestLog"), filter: CallFilter }),
]);
export type ExportedList = z.output<typeof ExportedList>;

/** What an export needs to open one of the lists. */
export type Wish<List extends ExportedList["list"]> = Extract<ExportedList, { list: List }>;
