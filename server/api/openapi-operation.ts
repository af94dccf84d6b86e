import { z } from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import type { Auth } from "@/server/auth/from-request";
import { type ErrorKind, STATUS_OF } from "@/server/core/errors";
import type { Upload } from "@/server/http/upload";
import { publicBaseUrl } from "@/server/platform/env";
import type { Endpoint } from "./endpoint";
import recorded from "./example-answers.json";
import { EXAMPLE_ORIGIN } from "./example-ids";
import { KEY_HEADER, MAX_KEY_CHARACTERS, MIN_ANONYMOUS_KEY_CHARACTERS } from "./idempotency";
import { errorsOf, examplesOf, Problem } from "./openapi-errors";
import { FileHeaders, headersOfAll, headersOfRefusal, headersOfSuccess } from "./openapi-headers";

/** The answers of the examples, as the service gave them (`example-answers.db.test.ts`). */
const ANSWERS: Record<string, unknown> = JSON.parse(
  JSON.stringify(recorded).replaceAll(EXAMPLE_ORIGIN, publicBaseUrl),
);

const MEANING: Record<ErrorKind, string> = {
  invalid: "The request is malformed, or too large.",
  forbidden: "A permission is missing, the action is prohibited, or the credential is not accepted.",
  notFound: "There is no such resource.",
  methodNotAllowed: "The path does not take this method.",
  conflict: "The request conflicts with the current state of the resource.",
  tooManyRequests: "A rate limit is used up. `retry-after` says when to try again.",
  internal: "Something failed on the service's side.",
  unavailable: "The database or the file store does not answer. `retry-after` says when to try again.",
};

export const SECURITY: Record<Auth, Record<string, string[]>[]> = {
  none: [],
  token: [{ token: [] }],
  optionalToken: [{}, { token: [] }],
  scanner: [{}, { token: [] }],
  hookCreator: [{ token: [] }, { ownerKey: [] }],
};

/** What a call does, and the scope that a token needs for it: OpenAPI has scopes for other kinds of credentials alone. */
const descriptionOf = ({ description, scope }: Endpoint) =>
  scope ? `${description} A token needs the scope \`${scope}\`.` : description;

const File = z.string().meta({ override: { type: "string", format: "binary" } });

const ImageForm = z.object({ image: File.meta({ description: "The image." }) });

/** Request bodies accepted besides JSON. */
const OTHER_BODIES: Record<Upload | "none", Record<string, { schema: z.ZodType }>> = {
  none: {},
  content: {},
  image: { "multipart/form-data": { schema: ImageForm }, "image/*": { schema: File } },
};

const bodyOf = (schema: z.ZodType, { upload, example }: Endpoint) => ({
  required: !schema.safeParse({}).success,
  content: {
    "application/json": { schema, ...(example.body === undefined ? {} : { example: example.body }) },
    ...OTHER_BODIES[upload ?? "none"],
  },
});

/** The file of a call that reads it as it arrives. */
const fileBody = ({ example: { file } }: Endpoint) => ({
  required: true,
  content: {
    "text/csv": { schema: File, ...(file ? { example: file.text } : {}) },
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": { schema: File },
    "application/jsonl": { schema: File },
  },
});

const LocaleHeader = z.object({
  "an-api-client-locale": z.string().optional().meta({
    description: "The wanted language of the answer, as a BCP 47 tag; `en` without it.",
    example: "de-DE",
  }),
});
const KEPT_KEY =
  "Makes a retry safe: for 24 hours, the same key with the same body gets the first answer again";

/** Describes the key. Without a token the minimum length is higher; `scanner` calls accept both forms. */
function idempotencyHeader(auth: Auth) {
  const key = z.string().max(MAX_KEY_CHARACTERS);
  const min = MIN_ANONYMOUS_KEY_CHARACTERS;
  return z.object({
    [KEY_HEADER]: (auth === "none" ? key.min(min) : key.min(1)).optional().meta({
      description:
        auth === "scanner" ? `${KEPT_KEY}; at least ${min} characters without a token.` : `${KEPT_KEY}.`,
      example: "5f0f6b1e-2f3a-4c0e-9d5b-7a1c8e42d960",
    }),
  });
}

/** Returns the input object of a schema, before transforms. */
const asObject = (schema: z.core.$ZodType | undefined): z.ZodObject | undefined => {
  if (schema instanceof z.ZodPipe) return asObject(schema.in);
  return schema instanceof z.ZodObject ? schema : undefined;
};

/** The type that the document gives a parameter, where it is not text. */
function typeOf(schema: z.core.$ZodType): unknown {
  const { override } = z.globalRegistry.get(schema) ?? {};
  if (typeof override === "function") {
    const jsonSchema: z.core.JSONSchema.BaseSchema = {};
    override({ jsonSchema, path: [] });
    return jsonSchema.type;
  }
  if (override?.type) return override.type;
  return schema instanceof z.ZodDefault || schema instanceof z.ZodOptional
    ? typeOf(schema.unwrap())
    : undefined;
}

/** A value of a path or query in the type that the document gives its parameter. */
const shown = (schema: z.core.$ZodType, text: string) => (typeOf(schema) === "integer" ? Number(text) : text);

/** A parameter schema that shows the values of the example. */
const withExample = (schema: z.ZodObject, values: Record<string, string> = {}): z.ZodObject =>
  z.object(
    Object.fromEntries(
      Object.entries(schema.shape).map(([name, part]) => [
        name,
        values[name] === undefined || !(part instanceof z.ZodType)
          ? part
          : part.meta({ param: { example: shown(part, values[name]) } }),
      ]),
    ),
  );

function parametersOf({ input, example, auth, creates }: Endpoint) {
  let header: z.ZodObject = z.object({});
  if (auth === "scanner") header = header.extend(LocaleHeader.shape);
  if (creates) header = header.extend(idempotencyHeader(auth).shape);
  const path = asObject(input.params);
  const query = asObject(input.query);
  return {
    ...(path ? { path: withExample(path, example.params) } : {}),
    ...(query ? { query: withExample(query, example.query) } : {}),
    ...(Object.keys(header.shape).length > 0 ? { header } : {}),
  };
}

const camelCase = (words: string) =>
  words.replace(/[^a-zA-Z]+(.)/g, (_, letter: string) => letter.toUpperCase());

/** The name of a call in generated clients. */
export const operationIdOf = ({ method, path }: Endpoint) =>
  camelCase(`${method.toLowerCase()}${path === "" ? "/service" : path}`);

const successOf = (endpoint: Endpoint, response: z.ZodType | "empty") => {
  const headers = headersOfSuccess(endpoint);
  if (response === "empty") return { description: "Done. The body is empty.", headers };
  const example = ANSWERS[operationIdOf(endpoint)];
  const type = endpoint.lines ? "application/jsonl" : "application/json";
  const content = { [type]: { schema: response, ...(example ? { example } : {}) } };
  return { description: "Done.", headers, content };
};

const fileResponses = ({ produces = "*/*" }: Endpoint) => ({
  "200": { description: "The file.", headers: FileHeaders, content: { [produces]: { schema: File } } },
  "206": {
    description: "The part of the file that `range` asks for.",
    headers: FileHeaders,
    content: { [produces]: { schema: File } },
  },
  "304": { description: "The copy that `if-none-match` names is still good.", headers: headersOfAll },
});

function errorExamples(endpoint: Endpoint, kind: ErrorKind) {
  const examples = examplesOf(endpoint, kind);
  return Object.keys(examples).length > 0 ? { examples } : {};
}

/** Returns the description of a call. */
export function operationOf(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { input, response } = endpoint;
  return {
    operationId: operationIdOf(endpoint),
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    tags: [endpoint.tag],
    security: SECURITY[endpoint.auth],
    requestParams: parametersOf(endpoint),
    ...(input.body ? { requestBody: bodyOf(input.body, endpoint) } : {}),
    ...(endpoint.streams ? { requestBody: fileBody(endpoint) } : {}),
    responses: {
      ...(response === "file" ? fileResponses(endpoint) : { "200": successOf(endpoint, response) }),
      ...Object.fromEntries(
        errorsOf(endpoint).map((kind) => [
          String(STATUS_OF[kind]),
          {
            description: MEANING[kind],
            headers: headersOfRefusal(kind),
            content: { "application/problem+json": { schema: Problem, ...errorExamples(endpoint, kind) } },
          },
        ]),
      ),
    },
  };
}
