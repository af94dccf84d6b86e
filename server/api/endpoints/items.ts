import { z } from "zod";
import { endpoint } from "@/server/api/endpoint";
import { pagedAnswer } from "@/server/api/paged";
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

const ById = z.object({ id: z.string().meta({ description: "The item's identifier" }) });

export const createItemEndpoint = endpoint({
  method: "POST",
  path: "/items",
  auth: "token",
  tag: "Items",
  summary: "Create an item",
  input: { body: NewItem },
  response: ItemEnvelope,
  errors: ["invalid", "forbidden", "conflict"],
  creates: true,
  handle: async (ctx, { body }) => itemView(await createItem(ctx, body), ctx.caller),
});

export const getItemEndpoint = endpoint({
  method: "GET",
  path: "/items/:id",
  auth: "optionalToken",
  tag: "Items",
  summary: "Get an item, merged with its group or apart from it",
  description: "Callers other than the item's producer get it without the hidden fields.",
  input: {
    params: ById,
    query: z.object({
      merged: z
        .enum(["true", "false"], "must be true or false")
        .default("true")
        .meta({ override: { type: "boolean", default: true, enum: undefined } }),
    }),
  },
  response: ItemOrParts,
  errors: ["invalid", "forbidden", "notFound"],
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
  tag: "Items",
  summary: "Change what is said of an item",
  input: { params: ById, body: ItemUpdate },
  response: ItemEnvelope,
  errors: ["invalid", "forbidden", "notFound"],
  handle: async (ctx, { params, body }) => itemView(await updateItem(ctx, params.id, body), ctx.caller),
});

export const deleteItemEndpoint = endpoint({
  method: "DELETE",
  path: "/items/:id",
  auth: "token",
  tag: "Items",
  summary: "Delete an item",
  input: { params: ById },
  response: "empty",
  errors: ["invalid", "forbidden", "notFound"],
  handle: async (ctx, { params }) => {
    await deleteItem(ctx, params.id);
    return undefined;
  },
});

export const invalidateItemEndpoint = endpoint({
  method: "POST",
  path: "/items/:id/invalidate",
  auth: "token",
  tag: "Items",
  summary: "Invalidate an item for good",
  input: { params: ById, body: EmptyObject },
  response: ItemEnvelope,
  errors: ["invalid", "forbidden", "notFound"],
  handle: async (ctx, { params }) => itemView(await invalidateItem(ctx, params.id), ctx.caller),
});

export const getThumbnailEndpoint = endpoint({
  method: "GET",
  path: "/items/:id/thumbnail/:width",
  auth: "none",
  tag: "Items",
  summary: "Get the image of an item, scaled down to a width",
  description: "The image of the merged view, where it is a content of this service.",
  input: { params: ById.extend({ width: Width }) },
  response: "file",
  produces: "image/*",
  errors: ["invalid", "notFound", "tooManyRequests"],
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
  tag: "Items",
  summary: "List the scans of an item, newest first",
  input: { params: ById, query: Page },
  response: ItemScans,
  errors: ["invalid", "forbidden", "notFound"],
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
  tag: "Items",
  summary: "List what happened to an item, newest first",
  input: { params: ById, query: Page },
  response: z.object({ identifier: ItemEnvelope, history: z.array(HistoryEntryEnvelope) }),
  errors: ["invalid", "forbidden", "notFound"],
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
  tag: "Items",
  summary: "Get one entry of an item's history",
  input: { params: z.object({ itemid: z.string(), entryid: z.string() }) },
  response: HistoryEntryEnvelope,
  errors: ["invalid", "forbidden", "notFound"],
  handle: async (ctx, { params }) => {
    const { item, entry } = await getHistoryEntry(ctx, params.itemid, params.entryid);
    return historyEntryView(entry, item.identifier);
  },
});
