import { z } from "zod";
import { endpoint } from "@/server/api/endpoint";
import { EXAMPLE_IDS } from "@/server/api/example-ids";
import { pagedAnswer } from "@/server/api/paged";
import { shownAs } from "@/server/core/shown-as";
import { JsonText, jsonArray, jsonObject } from "@/server/data/json-text";
import { Page } from "@/server/data/paging";
import { itemThumbnail } from "@/server/domain/contents/scale";
import { DEFAULT_QUALITY, Width } from "@/server/domain/contents/schema";
import { getHistoryEntry, listHistory } from "@/server/domain/history/read";
import { HistoryEntryEnvelope } from "@/server/domain/history/schema";
import { historyEntryJson, historyEntryView } from "@/server/domain/history/view";
import { createItem } from "@/server/domain/items/create";
import { deleteItem } from "@/server/domain/items/delete";
import { invalidateItem } from "@/server/domain/items/invalidate";
import { getItem } from "@/server/domain/items/read";
import { ItemEnvelope, ItemOrParts, ItemUpdate, NewItem } from "@/server/domain/items/schema";
import { updateItem } from "@/server/domain/items/update";
import { itemView, mergedView, unmergedView } from "@/server/domain/items/view";
import { listItemScans } from "@/server/domain/scans/read";
import { ItemScans } from "@/server/domain/scans/schema";
import { listedItemView, ownedScanJson } from "@/server/domain/scans/view";
import { EmptyObject } from "@/server/domain/shared/json";
import { pictureFile, pictureTurn } from "@/server/http/pictures";

const ById = z.object({ id: z.string().meta({ description: "Identifier of the item." }) });

export const createItemEndpoint = endpoint({
  method: "POST",
  path: "/items",
  auth: "token",
  scope: "items:write",
  tag: "Items",
  summary: "Create an item",
  description:
    "Registers one physical object under the identifier that its code carries. Identifiers are unique over the whole service; that of a deleted item can be taken again only by the producer that had it. Fields that the service sets (`_created`, `_scans` and others) are ignored, so you may send back what you read.",
  input: { body: NewItem },
  example: {
    body: {
      identifier: EXAMPLE_IDS.item,
      title: "Atlas handbag, cognac",
      image: `contents/${EXAMPLE_IDS.content}`,
      data: { color: "cognac", leather: "calf", edition: 2026 },
      verificationinfos: [
        { key: "serial", pos: 1, label: "Serial number", value: "AH-2026-00418", visible: "always" },
        {
          key: "hologram",
          pos: 2,
          label: "Hologram",
          value: "A gold lion, at the lower seam",
          visible: "verified",
        },
      ],
    },
  },
  response: ItemEnvelope,
  errors: ["identifier-taken", "record-quota-exceeded"],
  creates: true,
  handle: async (ctx, { body }) => itemView(await createItem(ctx, body), ctx.caller),
});

export const getItemEndpoint = endpoint({
  method: "GET",
  path: "/items/:id",
  auth: "optionalToken",
  scope: "items:read",
  tag: "Items",
  summary: "Get an item",
  description:
    "The merged view is what a buyer sees: title and image of the group, or of the item where the group has none, the `data` of both with the value of the group winning, and the verification infos of both, sorted by `pos`. `merged=false` gives the item and its group apart. Callers other than the producer get neither the hidden fields nor entries for the producer alone.",
  input: {
    params: ById,
    query: z.object({
      merged: z
        .enum(["true", "false"], "must be true or false")
        .default("true")
        .meta({
          description: "`false` gives the item and its group apart.",
          ...shownAs({ type: "boolean", default: true }),
        }),
    }),
  },
  example: { params: { id: EXAMPLE_IDS.item } },
  response: ItemOrParts,
  errors: ["item-not-found"],
  handle: async (ctx, { params, query }) => {
    const { item, group } = await getItem(ctx, params.id);
    return query.merged === "true"
      ? mergedView(item, group, ctx.caller)
      : unmergedView(item, group, ctx.caller);
  },
});

export const updateItemEndpoint = endpoint({
  method: "POST",
  path: "/items/:id",
  auth: "token",
  scope: "items:write",
  tag: "Items",
  summary: "Update an item",
  description:
    "Omitted fields stay as they are, `null` clears a field, arrays and `data` are replaced as a whole. An `identifier` in the body is ignored. The change is recorded in the history of the item and sent as the event `itemModified`.",
  input: { params: ById, body: ItemUpdate },
  example: {
    params: { id: EXAMPLE_IDS.item },
    body: { title: "Atlas handbag, cognac, 2026", data: { color: "cognac", leather: "calf", edition: 2026 } },
  },
  response: ItemEnvelope,
  errors: [
    "item-not-found",
    "item-of-another-producer",
    "item-invalidated",
    "record-quota-exceeded",
    "body-too-large",
  ],
  handle: async (ctx, { params, body }) => itemView(await updateItem(ctx, params.id, body), ctx.caller),
});

export const deleteItemEndpoint = endpoint({
  method: "DELETE",
  path: "/items/:id",
  auth: "token",
  scope: "items:write",
  tag: "Items",
  summary: "Delete an item",
  description: "The item leaves lists, groups and the verify page. Its scans and its history are kept.",
  input: { params: ById },
  example: { params: { id: EXAMPLE_IDS.item } },
  response: "empty",
  errors: ["item-not-found", "item-of-another-producer", "item-invalidated"],
  handle: async (ctx, { params }) => {
    await deleteItem(ctx, params.id);
    return undefined;
  },
});

export const invalidateItemEndpoint = endpoint({
  method: "POST",
  path: "/items/:id/invalidate",
  auth: "token",
  scope: "items:write",
  tag: "Items",
  summary: "Invalidate an item",
  description:
    "For an object that is lost, stolen or destroyed. It cannot be undone: the item takes no further change. It can still be read and scanned, and everyone sees `invalidated: true`.",
  input: { params: ById, body: EmptyObject },
  example: { params: { id: EXAMPLE_IDS.item }, body: {} },
  response: ItemEnvelope,
  errors: ["item-not-found", "item-of-another-producer", "item-invalidated", "record-quota-exceeded"],
  handle: async (ctx, { params }) => itemView(await invalidateItem(ctx, params.id), ctx.caller),
});

export const getThumbnailEndpoint = endpoint({
  method: "GET",
  path: "/items/:id/thumbnail/:width",
  auth: "none",
  tag: "Items",
  summary: "Get the thumbnail of an item",
  description:
    "The image of the merged view, where it is a file of this service. It is never enlarged and keeps its format. Anyone may call it, so that apps and pages can show it.",
  input: { params: ById.extend({ width: Width }) },
  example: { params: { id: EXAMPLE_IDS.item, width: "320" } },
  response: "file",
  produces: "image/*",
  errors: ["item-not-found", "thumbnail-not-found", "content-not-found", "unusable-image", "not-an-image"],
  handle: async (ctx, { params }, request) => {
    const scaling = {
      width: params.width,
      quality: DEFAULT_QUALITY,
      turn: pictureTurn(request),
    };
    return pictureFile(await itemThumbnail(ctx, params.id, scaling));
  },
});

export const listItemScansEndpoint = endpoint({
  method: "GET",
  path: "/items/:id/scans",
  auth: "token",
  scope: "scans:read",
  tag: "Items",
  summary: "List the scans of an item",
  description: "`identifier` is the item as scanners see it. Further pages follow the header `link`.",
  input: { params: ById, query: Page },
  example: { params: { id: EXAMPLE_IDS.item }, query: { limit: "2" } },
  response: ItemScans,
  errors: ["item-not-found", "item-of-another-producer"],
  handle: async (ctx, { params, query }, request) => {
    const { item, scans } = await listItemScans(ctx, params.id, query);
    const body = jsonObject(
      { scans: jsonArray(scans.entries.map(ownedScanJson)) },
      { identifier: listedItemView(item, ctx.caller) },
    );
    return pagedAnswer(new JsonText(body), scans.next, request);
  },
});

export const listHistoryEndpoint = endpoint({
  method: "GET",
  path: "/items/:id/history",
  auth: "token",
  scope: "items:read",
  tag: "Items",
  summary: "List the history of an item",
  description:
    "Who changed what: creation, changes, invalidation, entry into groups. Entries are only ever added, and each is chained to the one before by a hash.",
  input: { params: ById, query: Page },
  example: { params: { id: EXAMPLE_IDS.item }, query: { limit: "2" } },
  response: z.object({
    identifier: ItemEnvelope.meta({ description: "The item." }),
    history: z.array(HistoryEntryEnvelope).describe("Its entries, newest first."),
  }),
  errors: ["item-not-found", "item-of-another-producer"],
  handle: async (ctx, { params, query }, request) => {
    const { item, entries } = await listHistory(ctx, params.id, query);
    const history = entries.entries.map((entry) => historyEntryJson(entry, item.identifier));
    const body = jsonObject({ history: jsonArray(history) }, { identifier: itemView(item, ctx.caller) });
    return pagedAnswer(new JsonText(body), entries.next, request);
  },
});

export const getHistoryEntryEndpoint = endpoint({
  method: "GET",
  path: "/items/:itemid/history/:entryid",
  auth: "token",
  scope: "items:read",
  tag: "Items",
  summary: "Get a history entry",
  description: "An entry of the list by its id.",
  input: { params: z.object({ itemid: ById.shape.id, entryid: z.string().describe("Id of the entry.") }) },
  example: { params: { itemid: EXAMPLE_IDS.item, entryid: EXAMPLE_IDS.historyEntry } },
  response: HistoryEntryEnvelope,
  errors: ["item-not-found", "item-of-another-producer", "history-entry-not-found"],
  handle: async (ctx, { params }) => {
    const { item, entry } = await getHistoryEntry(ctx, params.itemid, params.entryid);
    return historyEntryView(entry, item.identifier);
  },
});
