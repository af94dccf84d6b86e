import { z } from "zod";
import { endpoint, type Method } from "@/server/api/endpoint";
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
  /** Parses a path into its target. */
  target: z.ZodType<HookTarget>;
  /** Parses a path into a target and a hook id. */
  hook: z.ZodType<{ target: HookTarget; id: string }>;
}

const Id = z.object({ id: z.string() });
const IdAndHook = Id.extend({ idwebhook: z.string() });

const ofItem: Hooked = {
  what: "an item",
  base: "/items/:id",
  target: Id.transform(({ id }) => ({ item: id })),
  hook: IdAndHook.transform(({ id, idwebhook }) => ({ target: { item: id }, id: idwebhook })),
};

const ofGroup: Hooked = {
  what: "a group",
  base: "/groups/:id",
  target: Id.transform(({ id }) => ({ group: id })),
  hook: IdAndHook.transform(({ id, idwebhook }) => ({ target: { group: id }, id: idwebhook })),
};

const ofProducer: Hooked = {
  what: "the producer",
  base: "/producers",
  target: z.object({}).transform(() => "producer" as const),
  hook: z
    .object({ idwebhook: z.string() })
    .transform(({ idwebhook }) => ({ target: "producer" as const, id: idwebhook })),
};

const creating = ({ what, base, target }: Hooked) =>
  endpoint({
    method: "POST",
    path: `${base}/hooks`,
    auth: "hookCreator",
    tag: "Hooks",
    summary: `Register a hook of ${what}`,
    description: "The answer tells the hook's secret, this once.",
    input: { params: target, body: NewHook },
    response: CreatedHook,
    errors: ["invalid", "forbidden", "notFound"],
    creates: true,
    handle: async (ctx, { params, body }) => {
      const { hook, secret } = await createHook(ctx, params, body);
      return { ...hookView(hook), secret };
    },
  });

const listing = ({ what, base, target }: Hooked) =>
  endpoint({
    method: "GET",
    path: `${base}/hooks`,
    auth: "token",
    tag: "Hooks",
    summary: `List the hooks of ${what}`,
    input: { params: target },
    response: HookList,
    errors: ["invalid", "forbidden", "notFound"],
    handle: async (ctx, { params }) => {
      const { id, type, hooks } = await listHooks(ctx, params);
      return new Answer(new JsonText(jsonObject({ hooks: jsonArray(hooks.map(hookJson)) }, { id, type })));
    },
  });

const deleting = ({ what, base, hook }: Hooked, method: Method, headers: Record<string, string> = {}) =>
  endpoint({
    method,
    path: `${base}/hooks/:idwebhook`,
    auth: "token",
    tag: "Hooks",
    summary: `Delete a hook of ${what}`,
    input: { params: hook },
    response: "empty",
    errors: ["invalid", "forbidden", "notFound"],
    changes: true,
    handle: async (ctx, { params }) => {
      await deleteHook(ctx, params.target, params.id);
      return new Answer(undefined, headers);
    },
  });

export const createItemHookEndpoint = creating(ofItem);
export const listItemHooksEndpoint = listing(ofItem);
export const deleteItemHookEndpoint = deleting(ofItem, "DELETE");

export const createGroupHookEndpoint = creating(ofGroup);
export const listGroupHooksEndpoint = listing(ofGroup);
export const deleteGroupHookEndpoint = deleting(ofGroup, "DELETE");

/**
 * Deletes a hook of a group by GET, as the specification defines it. Caches and crawlers must not treat the call as a
 * read.
 */
export const deleteGroupHookByGetEndpoint = deleting(ofGroup, "GET", {
  "cache-control": "no-store",
  deprecation: "@1795219200",
});

export const createProducerHookEndpoint = creating(ofProducer);
export const listProducerHooksEndpoint = listing(ofProducer);
export const deleteProducerHookEndpoint = deleting(ofProducer, "DELETE");
