import type { oas31 } from "zod-openapi";
import { openapiDocument } from "@/server/api/openapi";
import { present } from "@/server/api/openapi-parts";

type Schema = oas31.SchemaObject | oas31.ReferenceObject;
export type Method = "GET" | "POST" | "DELETE";

/** A media type of a body, with its schema and an example. */
export interface Body {
  type: string;
  schema: Schema | undefined;
  example: unknown;
}

/** Refusals of a call with one status. */
export interface Refusals {
  status: string;
  description: string;
  codes: string[];
}

/** A call of the API or, for an event, a call that webhooks receive. */
export interface Call {
  /** Anchor on the page of its part. */
  id: string;
  method: Method;
  /** Path in the document's notation, or the name of an event. */
  path: string;
  isEvent: boolean;
  summary: string;
  description: string;
  /** The alternatives of credentials; an empty one stands for none. */
  security: oas31.SecurityRequirementObject[];
  parameters: oas31.ParameterObject[];
  bodies: Body[];
  answers: Body[];
  refusals: Refusals[];
}

/** A part of the reference: the calls of a tag. */
export interface Part {
  slug: string;
  name: string;
  introduction: string;
  calls: Call[];
}

/** A code of errors with its example. */
export interface ErrorEntry {
  code: string;
  when: string;
  status: number;
  example: unknown;
}

const bodiesOf = (content: oas31.ContentObject = {}): Body[] =>
  Object.entries(content).map(([type, { schema, example }]) => ({ type, schema, example }));

function refusalsOf(responses: oas31.ResponsesObject): Refusals[] {
  return Object.entries(responses).flatMap(([status, response]: [string, oas31.ResponseObject]) => {
    const problem = response.content?.["application/problem+json"];
    if (!problem) return [];
    return { status, description: response.description, codes: Object.keys(problem.examples ?? {}) };
  });
}

const METHODS = { get: "GET", post: "POST", delete: "DELETE" } as const;

function callsOf(paths: oas31.PathsObject = {}, isEvent: boolean): (Call & { tag: string })[] {
  return Object.entries(paths).flatMap(([path, item]: [string, oas31.PathItemObject]) =>
    (["get", "post", "delete"] as const).flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const { responses = {} } = operation;
      const success: oas31.ResponseObject | undefined = responses["200"];
      return {
        id: operation.operationId ?? path,
        method: METHODS[method],
        path,
        isEvent,
        tag: operation.tags?.[0] ?? "",
        summary: operation.summary ?? path,
        description: operation.description ?? "",
        security: operation.security ?? [],
        parameters: (operation.parameters ?? []).flatMap((one) => present(one) ?? []),
        bodies: bodiesOf(present(operation.requestBody)?.content),
        answers: bodiesOf(success?.content),
        refusals: refusalsOf(responses),
      };
    }),
  );
}

/** Calls of a path in the order of a life: create and list, or read, change and delete. */
const ORDER = { collection: ["POST", "GET", "DELETE"], object: ["GET", "POST", "DELETE"] };

const rankOf = ({ method, path }: Call) =>
  ORDER[path.endsWith("}") ? "object" : "collection"].indexOf(method);

const byPath = (a: Call, b: Call) => (a.path < b.path ? -1 : a.path > b.path ? 1 : rankOf(a) - rankOf(b));

function read() {
  const document = openapiDocument();
  const calls = [...callsOf(document.paths, false), ...callsOf(document.webhooks, true)];
  const parts = (document.tags ?? []).map(
    ({ name, description = "" }): Part => ({
      slug: name.toLowerCase().replaceAll(" ", "-"),
      name,
      introduction: description,
      calls: calls.filter(({ tag }) => tag === name).sort(byPath),
    }),
  );
  const errors = Object.entries(document.components?.examples ?? {}).flatMap(([code, one]): ErrorEntry[] => {
    const example = present(one);
    return example
      ? [{ code, when: example.summary ?? "", status: Number(example.value.status), example: example.value }]
      : [];
  });
  const schemes = Object.values(document.components?.securitySchemes ?? {}).flatMap(
    (one) => present(one) ?? [],
  );
  return {
    parts,
    errors,
    schemes,
    introduction: document.info.description ?? "",
    version: document.info.version,
    baseUrl: document.servers?.[0]?.url ?? "",
    schemas: document.components?.schemas ?? {},
  };
}

let cached: ReturnType<typeof read> | undefined;

/** The OpenAPI document, as the pages of the reference show it. */
export const reference = () => {
  cached ??= read();
  return cached;
};

/** Address of a call on its page. */
export const hrefOf = (part: Pick<Part, "slug">, { id }: Pick<Call, "id">) => `/docs/${part.slug}#${id}`;
