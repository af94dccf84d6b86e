import { z } from "zod";
import { endpoint } from "@/server/api/endpoint";
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

const ById = z.object({ id: z.string() });
const Membership = z.object({ idgroup: z.string(), iditem: z.string() });

export const createGroupEndpoint = endpoint({
  method: "POST",
  path: "/groups",
  auth: "token",
  tag: "Groups",
  summary: "Make a group",
  input: { body: GroupInput },
  response: GroupEnvelope,
  errors: ["invalid", "forbidden"],
  creates: true,
  handle: async (ctx, { body }) => groupView(await createGroup(ctx, body), ctx.caller),
});

export const getGroupEndpoint = endpoint({
  method: "GET",
  path: "/groups/:id",
  auth: "token",
  tag: "Groups",
  summary: "Get a group",
  input: { params: ById },
  response: GroupEnvelope,
  errors: ["invalid", "forbidden", "notFound"],
  handle: async (ctx, { params }) => groupView(await ownedGroup(ctx, params.id), ctx.caller),
});

export const updateGroupEndpoint = endpoint({
  method: "POST",
  path: "/groups/:id",
  auth: "token",
  tag: "Groups",
  summary: "Change what is said of a group",
  input: { params: ById, body: GroupInput },
  response: GroupEnvelope,
  errors: ["invalid", "forbidden", "notFound"],
  handle: async (ctx, { params, body }) => groupView(await updateGroup(ctx, params.id, body), ctx.caller),
});

export const deleteGroupEndpoint = endpoint({
  method: "DELETE",
  path: "/groups/:id",
  auth: "token",
  tag: "Groups",
  summary: "Delete a group and keep its items",
  input: { params: ById },
  response: "empty",
  errors: ["invalid", "forbidden", "notFound"],
  handle: async (ctx, { params }) => {
    await deleteGroup(ctx, params.id);
    return undefined;
  },
});

export const listGroupItemsEndpoint = endpoint({
  method: "GET",
  path: "/groups/:id/items",
  auth: "token",
  tag: "Groups",
  summary: "List the items of a group, newest first",
  input: { params: ById, query: Page },
  response: z.object({ group: GroupEnvelope, items: z.array(z.string()) }),
  errors: ["invalid", "forbidden", "notFound"],
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
  tag: "Groups",
  summary: "Put an item into a group",
  input: { params: Membership },
  response: "empty",
  errors: ["invalid", "forbidden", "notFound", "conflict"],
  handle: async (ctx, { params }) => {
    await addItemToGroup(ctx, params.idgroup, params.iditem);
    return undefined;
  },
});

export const removeItemFromGroupEndpoint = endpoint({
  method: "DELETE",
  path: "/groups/:idgroup/items/:iditem",
  auth: "token",
  tag: "Groups",
  summary: "Take an item out of a group",
  input: { params: Membership },
  response: "empty",
  errors: ["invalid", "forbidden", "notFound"],
  handle: async (ctx, { params }) => {
    await removeItemFromGroup(ctx, params.idgroup, params.iditem);
    return undefined;
  },
});
