import { z } from "zod";
import type { Content } from "@/db/schema/contents";
import type { Group } from "@/db/schema/groups";
import type { Scan } from "@/db/schema/scans";
import type { ShownHook } from "@/server/domain/hooks/view";
import type { ShownItem } from "@/server/domain/items/view";
import { CLASSIFICATIONS } from "@/server/domain/scans/schema";
import { FreeForm } from "@/server/domain/shared/json";
import { VerificationInfosInput } from "@/server/domain/shared/verification-info";

/*
 * Rows as the database writes them in JSON, turned into what its driver makes of them: snapshots hold them so, and
 * views show either.
 */

const Moment = z.string().transform((text) => new Date(text));
const Text = z.string().nullable();

export const ProducerRow = z.object({ id: z.string(), name: z.string() });

export const ItemRow = z
  .object({
    identifier: z.string(),
    producer_id: z.string(),
    group_id: Text,
    title: Text,
    image: Text,
    data: FreeForm,
    verificationinfos: VerificationInfosInput,
    scans: z.number(),
    fakes: z.number(),
    created_at: Moment,
    updated_at: Moment,
    invalidated_at: Moment.nullable(),
  })
  .transform(
    ({ producer_id, group_id, created_at, updated_at, invalidated_at, ...item }): ShownItem => ({
      ...item,
      producerId: producer_id,
      groupId: group_id,
      createdAt: created_at,
      updatedAt: updated_at,
      invalidatedAt: invalidated_at,
    }),
  );

export const GroupRow = z
  .object({
    id: z.string(),
    producer_id: z.string(),
    title: Text,
    image: Text,
    data: FreeForm,
    verificationinfos: VerificationInfosInput,
    created_at: Moment,
    updated_at: Moment,
  })
  .transform(
    ({ producer_id, created_at, updated_at, ...group }): Group => ({
      ...group,
      producerId: producer_id,
      createdAt: created_at,
      updatedAt: updated_at,
    }),
  );

export const ScanRow = z
  .object({
    id: z.string(),
    item_id: z.number(),
    producer_id: z.string(),
    identifier: z.string(),
    timestamp: Moment,
    copyclassification: z.enum(CLASSIFICATIONS),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    country: Text,
    continent: Text,
    data: FreeForm,
    software_info: FreeForm.nullable(),
    device_info: FreeForm.nullable(),
    os: Text,
    device: Text,
    softwareversion: Text,
    creator: Text,
  })
  .transform(
    ({ item_id, producer_id, software_info, device_info, ...scan }): Scan => ({
      ...scan,
      itemId: item_id,
      producerId: producer_id,
      softwareInfo: software_info,
      deviceInfo: device_info,
    }),
  );

export const ContentRow = z
  .object({
    id: z.string(),
    producer_id: z.string(),
    content_type: z.string(),
    size: z.number(),
    name: Text,
    description: Text,
    scan_id: Text,
    scan_place: z.number().nullable(),
    created_at: Moment,
  })
  .transform(
    ({ producer_id, content_type, scan_id, scan_place, created_at, ...content }): Content => ({
      ...content,
      producerId: producer_id,
      contentType: content_type,
      scanId: scan_id,
      scanPlace: scan_place,
      createdAt: created_at,
    }),
  );

export const HookRow = z
  .object({
    id: z.string(),
    events: z.array(z.string()),
    events_as_list: z.boolean(),
    url: z.string(),
    data: FreeForm,
    executed: z.number(),
    created_at: Moment,
    updated_at: Moment,
  })
  .transform(
    ({ events_as_list, created_at, updated_at, ...hook }): ShownHook => ({
      ...hook,
      eventsAsList: events_as_list,
      createdAt: created_at,
      updatedAt: updated_at,
    }),
  );
