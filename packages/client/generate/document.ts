import { LEFT_OUT, nameOf } from "./names";

/** The parts of an OpenAPI document that the generator reads. */
export interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, unknown>;
  components: { schemas: Record<string, unknown>; examples: Record<string, unknown> };
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  parameters?: { in: string; name: string; required?: boolean }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<
    string,
    { headers?: Record<string, unknown>; content?: Record<string, { schema: Schema }> }
  >;
}

export interface Schema {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
}

/** A call of the document with its place. */
export interface PlacedOperation {
  method: string;
  path: string;
  operation: Operation;
}

/** The calls that the client has, in the order of the document. */
export const operationsOf = ({ paths }: Document): PlacedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => !LEFT_OUT.has(operationId))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** The answer of a call that succeeds: its first status below 300. */
export function successOf({ responses }: Operation) {
  const [status = ""] = Object.keys(responses).filter((one) => one.startsWith("2"));
  return responses[status] ?? {};
}

/**
 * The part of the document that becomes types: the client's names of calls, and their successful answers. Errors are one
 * class, and events one map. The address of the service is an option.
 */
export function documentOfTypes(document: Document): Record<string, unknown> {
  const { servers: _servers, webhooks: _webhooks, ...rest }: Document & { servers?: unknown } = document;
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { method, path, operation } of operationsOf(document)) {
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        ...operation,
        operationId: nameOf(operation.operationId).operationId,
        responses: { "200": successOf(operation) },
      },
    };
  }
  return { ...rest, paths };
}
