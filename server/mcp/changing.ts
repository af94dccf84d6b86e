import { z } from "zod";
import type { Endpoint } from "@/server/api/endpoint";
import { makeDirectly } from "@/server/api/make";
import { faulty } from "@/server/core/errors";
import { isRecord } from "@/server/core/is-record";
import { defined, type Tool } from "./tool";

interface Change {
  name: string;
  title: string;
  description: string;
  endpoint: Endpoint;
  /** The argument of each parameter of the path. */
  ids?: Record<string, string>;
  destructive: boolean;
  idempotent: boolean;
}

const NO_FIELDS: z.core.$ZodShape = {};

const shapeOf = (schema: z.ZodType | undefined) => (schema instanceof z.ZodObject ? schema.shape : NO_FIELDS);

/** The text that names an object; the call finds out whether there is one. */
const idIn = (given: Record<string, unknown>, argument: string): string => {
  const id = given[argument];
  if (typeof id === "string") return id;
  throw faulty([{ pointer: `/${argument}`, message: "must be a text" }]);
};

/**
 * A tool that makes a changing call of the API, with its rules, histories and events. Its arguments are the parameters of the
 * path and the fields of the body. Besides the scope of the call a token must name `assistants:write` (decision 0079).
 */
export function changing({ endpoint, ids = {}, destructive, idempotent, ...of }: Change): Tool {
  const { scope, input } = endpoint;
  if (!scope) throw new Error(`${endpoint.method} ${endpoint.path} needs no scope.`);
  const params = shapeOf(input.params);
  const named = Object.entries(ids).map(([name, argument]) => [argument, params[name]]);
  return defined({
    ...of,
    scopes: ["assistants:write", scope],
    input: z.object({ ...Object.fromEntries(named), ...shapeOf(input.body) }),
    hints: { readOnlyHint: false, destructiveHint: destructive, idempotentHint: idempotent },
    async call(ctx, given) {
      const all = isRecord(given) ? given : {};
      const args = new Set(Object.values(ids));
      const body = Object.fromEntries(Object.entries(all).filter(([name]) => !args.has(name)));
      const named = Object.entries(ids).map(([name, argument]) => [name, idIn(all, argument)] as const);
      return makeDirectly(endpoint, ctx, { params: Object.fromEntries(named), body });
    },
  });
}
