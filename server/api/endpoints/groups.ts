import { z } from "zod";
import { endpoint } from "@/server/api/endpoint";
import { EXAMPLE_IDS } from "@/server/api/example-ids";
import { pagedAnswer } from "@/server/api/paged";
import { Page } from "@/server/data/paging";
import { addItemToGroup } from "@/server/domain/groups/add-item";
import { createGroup } from "@/server/domain/groups/create";
import { deleteGroup } from "@/server/domain/groups/delete";
import { listGroupItems } from "@/server/domain/groups/list-items";
import { ownedGroup } from "@/server/domain/groups/read";
import { removeItemFromGroup } from "@/server/domain/groups/remove-item";
import { GroupEnvelope, GroupInput } from "@/server/domain/groups/schema";
import { updateGroup } from "@/server/domain/groups/update";
import { groupView } from "@/server/domain/groups/view";

const ById = z.object({ id: z.string().describe("Id of the group.") });
const Membership = z.object({
  idgroup: ById.shape.id,
  iditem: z.string().describe("Identifier of the item."),
});

export const createGroupEndpoint = endpoint({
  method: "POST",
  path: "/groups",
  auth: "token",
  scope: "groups:write",
  tag: "Groups",
  summary: "Create a group",
  description: "A group holds what its items share: a model, a batch, a collection. All fields are optional.",
  input: { body: GroupInput },
  example: {
    body: {
      title: "Atlas handbags",
      data: { collection: "Spring 2026", care: "Keep away from water" },
      verificationinfos: [
        { key: "maker", pos: -1, label: "Made by", value: "Acme, Florence", visible: "always" },
      ],
    },
  },
  response: GroupEnvelope,
  errors: ["record-quota-exceeded"],
  creates: true,
  handle: async (ctx, { body }) => groupView(await createGroup(ctx, body), ctx.caller),
});

export const getGroupEndpoint = endpoint({
  method: "GET",
  path: "/groups/:id",
  auth: "token",
  scope: "groups:read",
  tag: "Groups",
  summary: "Get a group",
  description: "Only the producer of a group can read it. Others see its texts merged into its items.",
  input: { params: ById },
  example: { params: { id: EXAMPLE_IDS.group } },
  response: GroupEnvelope,
  errors: ["group-not-found", "group-of-another-producer"],
  handle: async (ctx, { params }) => groupView(await ownedGroup(ctx, params.id), ctx.caller),
});

export const updateGroupEndpoint = endpoint({
  method: "POST",
  path: "/groups/:id",
  auth: "token",
  scope: "groups:write",
  tag: "Groups",
  summary: "Update a group",
  description:
    "Omitted fields stay as they are, `null` clears a field, arrays and `data` are replaced as a whole. All items of the group show the change at once.",
  input: { params: ById, body: GroupInput },
  example: { params: { id: EXAMPLE_IDS.group }, body: { title: "Atlas handbags, spring 2026" } },
  response: GroupEnvelope,
  errors: ["group-not-found", "group-of-another-producer", "record-quota-exceeded"],
  handle: async (ctx, { params, body }) => groupView(await updateGroup(ctx, params.id, body), ctx.caller),
});

export const deleteGroupEndpoint = endpoint({
  method: "DELETE",
  path: "/groups/:id",
  auth: "token",
  scope: "groups:write",
  tag: "Groups",
  summary: "Delete a group",
  description:
    "Its items stay, in no group, with an entry in their history. Webhooks receive one `groupDeleted` and no event for each item.",
  input: { params: ById },
  example: { params: { id: EXAMPLE_IDS.group } },
  response: "empty",
  errors: ["group-not-found", "group-of-another-producer"],
  handle: async (ctx, { params }) => {
    await deleteGroup(ctx, params.id);
    return undefined;
  },
});

export const listGroupItemsEndpoint = endpoint({
  method: "GET",
  path: "/groups/:id/items",
  auth: "token",
  scope: "groups:read",
  tag: "Groups",
  summary: "List the items of a group",
  description: "`items` are identifiers, newest item first. Further pages follow the header `link`.",
  input: { params: ById, query: Page },
  example: { params: { id: EXAMPLE_IDS.group }, query: { limit: "2" } },
  response: z.object({
    group: GroupEnvelope.meta({ description: "The group." }),
    items: z.array(z.string()).describe("Identifiers of its items, newest first."),
  }),
  errors: ["group-not-found", "group-of-another-producer"],
  handle: async (ctx, { params, query }, request) => {
    const { group, members } = await listGroupItems(ctx, params.id, query);
    const body = {
      group: groupView(group, ctx.caller),
      items: members.entries.map((item) => item.identifier),
    };
    return pagedAnswer(body, members.next, request);
  },
});

export const addItemToGroupEndpoint = endpoint({
  method: "POST",
  path: "/groups/:idgroup/items/:iditem",
  auth: "token",
  scope: "groups:write",
  tag: "Groups",
  summary: "Add an item to a group",
  description: "An item is in one group at most. Both belong to the caller.",
  input: { params: Membership },
  example: { params: { idgroup: EXAMPLE_IDS.group, iditem: EXAMPLE_IDS.otherItem } },
  response: "empty",
  errors: [
    "item-not-found",
    "item-of-another-producer",
    "group-not-found",
    "group-of-another-producer",
    "item-in-group",
    "item-invalidated",
    "record-quota-exceeded",
  ],
  handle: async (ctx, { params }) => {
    await addItemToGroup(ctx, params.idgroup, params.iditem);
    return undefined;
  },
});

export const removeItemFromGroupEndpoint = endpoint({
  method: "DELETE",
  path: "/groups/:idgroup/items/:iditem",
  auth: "token",
  scope: "groups:write",
  tag: "Groups",
  summary: "Remove an item from a group",
  description: "The item stays, in no group, and shows its own title, image and data again.",
  input: { params: Membership },
  example: { params: { idgroup: EXAMPLE_IDS.group, iditem: EXAMPLE_IDS.item } },
  response: "empty",
  errors: [
    "item-not-found",
    "item-of-another-producer",
    "group-not-found",
    "group-of-another-producer",
    "item-not-in-group",
    "item-invalidated",
    "record-quota-exceeded",
  ],
  handle: async (ctx, { params }) => {
    await removeItemFromGroup(ctx, params.idgroup, params.iditem);
    return undefined;
  },
});
