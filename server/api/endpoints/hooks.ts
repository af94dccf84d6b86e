import { z } from "zod";
import { endpoint, type Method } from "@/server/api/endpoint";
import type { ErrorCodeName } from "@/server/api/error-codes";
import { EXAMPLE_IDS } from "@/server/api/example-ids";
import type { ErrorKind } from "@/server/core/errors";
import { JsonText, jsonArray, jsonObject } from "@/server/data/json-text";
import { Answer } from "@/server/http/answer";
import { createHook } from "@/server/webhooks/hooks/create";
import { deleteHook } from "@/server/webhooks/hooks/delete";
import { listHooks } from "@/server/webhooks/hooks/list";
import { CreatedHook, HookList, NewHook } from "@/server/webhooks/hooks/schema";
import type { HookTarget } from "@/server/webhooks/hooks/target";
import { hookJson, hookView } from "@/server/webhooks/hooks/view";

/** The differences between hooks of items, groups and producers. */
interface Hooked {
  what: string;
  /** Path of the target; hook paths are below it. */
  base: string;
  /** Path parameters of the examples. */
  example: Record<string, string>;
  /** Refusals of a target that the caller cannot reach. */
  refusals: (ErrorCodeName | ErrorKind)[];
  /** When its webhooks are called. */
  when: string;
  /** Parses a path into its target. */
  target: z.ZodType<HookTarget>;
  /** Parses a path into a target and a hook id. */
  hook: z.ZodType<{ target: HookTarget; id: string }>;
}

const Hook = z.object({ idwebhook: z.string().describe("Id of the webhook.") });
const ItemId = z.object({ id: z.string().describe("Identifier of the item.") });
const GroupId = z.object({ id: z.string().describe("Id of the group.") });

const ofItem: Hooked = {
  what: "an item",
  base: "/items/:id",
  example: { id: EXAMPLE_IDS.item },
  refusals: ["item-not-found", "item-of-another-producer"],
  when: "It is called for the events of this item alone.",
  target: ItemId.transform(({ id }) => ({ item: id })),
  hook: ItemId.extend(Hook.shape).transform(({ id, idwebhook }) => ({ target: { item: id }, id: idwebhook })),
};

const ofGroup: Hooked = {
  what: "a group",
  base: "/groups/:id",
  example: { id: EXAMPLE_IDS.group },
  refusals: ["group-not-found", "group-of-another-producer"],
  when: "It is called for the events of this group and of its items.",
  target: GroupId.transform(({ id }) => ({ group: id })),
  hook: GroupId.extend(Hook.shape).transform(({ id, idwebhook }) => ({
    target: { group: id },
    id: idwebhook,
  })),
};

const ofProducer: Hooked = {
  what: "the producer",
  base: "/producers",
  example: {},
  refusals: ["notFound"],
  when: "It is called for the events of all items, groups and files of the producer.",
  target: z.object({}).transform(() => "producer" as const),
  hook: Hook.transform(({ idwebhook }) => ({ target: "producer" as const, id: idwebhook })),
};

const creating = ({ what, base, example, refusals, when, target }: Hooked) =>
  endpoint({
    method: "POST",
    path: `${base}/hooks`,
    auth: "hookCreator",
    scope: "webhooks:write",
    tag: "Hooks",
    summary: `Create a webhook of ${what}`,
    description: `${when} The token works like the owner key here. The answer tells the hook's secret, this once: store it, since it verifies the signature of each call.`,
    input: { params: target, body: NewHook },
    example: {
      params: example,
      body: {
        events: "itemScanned,itemInvalidated",
        url: "https://acme.example/hooks",
        data: { system: "ERP" },
      },
    },
    response: CreatedHook,
    errors: [...refusals, "too-many-hooks", "hooks-too-large", "record-quota-exceeded"],
    creates: true,
    handle: async (ctx, { params, body }) => {
      const { hook, secret } = await createHook(ctx, params, body);
      return { ...hookView(hook), secret };
    },
  });

const listing = ({ what, base, example, refusals, target }: Hooked) =>
  endpoint({
    method: "GET",
    path: `${base}/hooks`,
    auth: "token",
    scope: "webhooks:read",
    tag: "Hooks",
    summary: `List the webhooks of ${what}`,
    description: "All of them in one answer, without their secrets.",
    input: { params: target },
    example: { params: example },
    response: HookList,
    errors: refusals,
    handle: async (ctx, { params }) => {
      const { id, type, hooks } = await listHooks(ctx, params);
      return new Answer(new JsonText(jsonObject({ hooks: jsonArray(hooks.map(hookJson)) }, { id, type })));
    },
  });

const deleting = (
  { what, base, example, refusals, hook }: Hooked,
  method: Method,
  { description, headers = {} }: { description: string; headers?: Record<string, string> },
) =>
  endpoint({
    method,
    path: `${base}/hooks/:idwebhook`,
    auth: "token",
    scope: "webhooks:write",
    tag: "Hooks",
    summary: `Delete a webhook of ${what}`,
    description,
    input: { params: hook },
    example: { params: { ...example, idwebhook: EXAMPLE_IDS.hook } },
    response: "empty",
    errors: [...refusals, "hook-not-found", "hook-of-another-producer"],
    changes: true,
    handle: async (ctx, { params }) => {
      await deleteHook(ctx, params.target, params.id);
      return new Answer(undefined, headers);
    },
  });

const AT_ONCE = {
  description: "Nothing more is sent to it, queued deliveries included; a call in flight still ends.",
};

export const createItemHookEndpoint = creating(ofItem);
export const listItemHooksEndpoint = listing(ofItem);
export const deleteItemHookEndpoint = deleting(ofItem, "DELETE", AT_ONCE);

export const createGroupHookEndpoint = creating(ofGroup);
export const listGroupHooksEndpoint = listing(ofGroup);
export const deleteGroupHookEndpoint = deleting(ofGroup, "DELETE", AT_ONCE);

/**
 * Deletes a hook of a group by GET, as the specification defines it. Caches and crawlers must not treat the call as a
 * read.
 */
export const deleteGroupHookByGetEndpoint = deleting(ofGroup, "GET", {
  description: "This GET deletes, as the specification defines it. Use DELETE on the same path instead.",
  headers: { "cache-control": "no-store", deprecation: "@1795219200" },
});

export const createProducerHookEndpoint = creating(ofProducer);
export const listProducerHooksEndpoint = listing(ofProducer);
export const deleteProducerHookEndpoint = deleting(ofProducer, "DELETE", AT_ONCE);
