import { z } from "zod";
import { getGroupEndpoint } from "@/server/api/endpoints/groups";
import { getItemEndpoint, listHistoryEndpoint } from "@/server/api/endpoints/items";
import { makeDirectly } from "@/server/api/make";
import { PageByNumber, PageByUuid } from "@/server/data/keyset";
import { Fragment } from "@/server/data/text-search";
import { listGroups } from "@/server/domain/groups/list";
import { listItems } from "@/server/domain/items/list";
import { ownedItem } from "@/server/domain/items/read";
import { Identifier } from "@/server/domain/items/schema";
import { Limit, partOf, tool } from "../tool";

const ByIdentifier = z.object({ identifier: Identifier.describe("The content of the item's code.") });

const searchItems = tool({
  name: "search_items",
  scope: "items:read",
  title: "Search items",
  description:
    "Items of the producer, newest first, with their number of scans and of scans that the scanner called fake. All filters are optional.",
  input: z.object({
    search: Fragment.optional().describe("A part of identifier, title, group title or data values."),
    state: z.enum(["active", "invalidated"]).optional(),
    group: z.uuid().optional().describe("Id of a group."),
    hasFakes: z.boolean().optional().describe("true: only items with scans called fake."),
    ...partOf(PageByNumber),
  }),
  call: (ctx, { limit, cursor, ...filter }) => listItems(ctx, filter, { limit, cursor }),
});

const getItem = tool({
  name: "get_item",
  scope: "items:read",
  title: "Get an item",
  description: "An item as scanners see it, merged with its group, with all of its fields.",
  input: ByIdentifier,
  async call(ctx, { identifier }) {
    const item = await makeDirectly(getItemEndpoint, ctx, { params: { id: identifier } });
    await ownedItem(ctx, identifier);
    return item;
  },
});

const getHistory = tool({
  name: "get_item_history",
  scope: "items:read",
  title: "Get the history of an item",
  description: "Who changed what of an item and when, newest first.",
  input: ByIdentifier.extend({ limit: Limit }),
  call: (ctx, { identifier, limit }) =>
    makeDirectly(listHistoryEndpoint, ctx, { params: { id: identifier }, query: { limit: String(limit) } }),
});

const searchGroups = tool({
  name: "search_groups",
  scope: "groups:read",
  title: "Search groups",
  description: "Groups of items, such as models or series, newest first.",
  input: z.object({
    search: Fragment.optional().describe("A part of the title or of data values."),
    ...partOf(PageByUuid),
  }),
  call: (ctx, { limit, cursor, ...filter }) => listGroups(ctx, filter, { limit, cursor }),
});

const getGroup = tool({
  name: "get_group",
  scope: "groups:read",
  title: "Get a group",
  description: "A group with the fields that its items share.",
  input: z.object({ id: z.uuid().describe("Id of the group.") }),
  call: (ctx, { id }) => makeDirectly(getGroupEndpoint, ctx, { params: { id } }),
});

export const itemTools = [searchItems, getItem, getHistory, searchGroups, getGroup];
