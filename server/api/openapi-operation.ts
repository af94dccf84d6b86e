import { z } from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import type { Auth } from "@/server/auth/from-request";
import { type ErrorKind, STATUS_OF } from "@/server/core/errors";
import { Page } from "@/server/data/paging";
import type { Upload } from "@/server/http/upload";
import type { Endpoint } from "./endpoint";
import { KEY_HEADER, MAX_KEY_CHARACTERS, MIN_ANONYMOUS_KEY_CHARACTERS } from "./idempotency";

const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    code: z.string().meta({ description: "A stable machine word", example: "item-invalidated" }),
    requestId: z.string(),
    errors: z
      .array(z.object({ pointer: z.string(), message: z.string() }))
      .optional()
      .meta({
        description:
          "For 400: every fault; pointers are JSON pointers into the body, or begin with /path, /query or /headers",
      }),
  })
  .meta({ id: "Problem", description: "RFC 9457 problem details" });

const MEANING: Record<ErrorKind, string> = {
  invalid: "The request is malformed, or too large",
  forbidden: "Refused: missing permission, a prohibited action, or a credential that is not accepted",
  notFound: "There is no such resource",
  methodNotAllowed: "The path does not take this method",
  conflict: "In conflict with the current state of the resource",
  tooManyRequests: "Too many requests; Retry-After says when to come back",
  internal: "Something failed on the service's side",
  unavailable: "The database or the file store does not answer; Retry-After says when to come back",
};

export const SECURITY: Record<Auth, Record<string, string[]>[]> = {
  none: [],
  token: [{ token: [] }],
  optionalToken: [{}, { token: [] }],
  scanner: [{}, { token: [] }],
  hookCreator: [{ token: [] }, { ownerKey: [] }],
};

const RequestId = z.string().meta({ description: "Names this request in logs and histories" });
const headersOfAll = z.object({ "x-request-id": RequestId });

/** Refusals that say when a retry makes sense. */
const RETRIED_LATER = new Set<ErrorKind>(["tooManyRequests", "unavailable"]);
const RetryAfter = z.object({ "retry-after": z.string().meta({ description: "Seconds to wait" }) });
const PageLink = z.object({
  link: z
    .string()
    .optional()
    .meta({ description: 'The next page as `<url>; rel="next"`, while older entries exist' }),
});
const ContentLanguage = z.object({
  "content-language": z.string().meta({ description: "The locale that was taken" }),
});
const Replayed = z.object({
  "idempotency-replayed": z
    .string()
    .optional()
    .meta({ description: "`true` where this is the first answer again" }),
});

function headersOfSuccess({ input, auth, creates }: Endpoint) {
  let headers: z.ZodObject = headersOfAll;
  if (input.query === Page) headers = headers.extend(PageLink.shape);
  if (auth === "scanner") headers = headers.extend(ContentLanguage.shape);
  if (creates) headers = headers.extend(Replayed.shape);
  return headers;
}

const File = z.string().meta({ override: { type: "string", format: "binary" } });

/** Request bodies accepted besides JSON. */
const OTHER_BODIES: Record<Upload | "none", Record<string, { schema: z.ZodType }>> = {
  none: {},
  content: {},
  image: { "multipart/form-data": { schema: z.object({ image: File }) }, "image/*": { schema: File } },
};

const bodyOf = (schema: z.ZodType, upload: Upload | "none" = "none") => ({
  required: !schema.safeParse({}).success,
  content: { "application/json": { schema }, ...OTHER_BODIES[upload] },
});

/** The file of a call that reads it as it arrives. */
const FILE_BODY = {
  required: true,
  content: {
    "text/csv": { schema: File },
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": { schema: File },
    "application/jsonl": { schema: File },
  },
};

const LocaleHeader = z.object({
  "an-api-client-locale": z.string().optional().meta({ description: "BCP 47 tag; default en" }),
});
const KEPT_KEY = "The same key and body is answered as the first time, for 24 hours";

/** Describes the key. Without a token the minimum length is higher; `scanner` calls accept both forms. */
function idempotencyHeader(auth: Auth) {
  const key = z.string().max(MAX_KEY_CHARACTERS);
  const min = MIN_ANONYMOUS_KEY_CHARACTERS;
  return z.object({
    [KEY_HEADER]: (auth === "none" ? key.min(min) : key.min(1)).optional().meta({
      description: auth === "scanner" ? `${KEPT_KEY}; at least ${min} characters without a token` : KEPT_KEY,
    }),
  });
}

/** Returns the input object of a schema, before transforms. */
const asObject = (schema: z.core.$ZodType | undefined): z.ZodObject | undefined => {
  if (schema instanceof z.ZodPipe) return asObject(schema.in);
  return schema instanceof z.ZodObject ? schema : undefined;
};

function parametersOf({ input, auth, creates }: Endpoint) {
  let header: z.ZodObject = z.object({});
  if (auth === "scanner") header = header.extend(LocaleHeader.shape);
  if (creates) header = header.extend(idempotencyHeader(auth).shape);
  const path = asObject(input.params);
  const query = asObject(input.query);
  return {
    ...(path ? { path } : {}),
    ...(query ? { query } : {}),
    ...(Object.keys(header.shape).length > 0 ? { header } : {}),
  };
}

/** All refusals of a call: the declared ones and those that every call of its kind can return. */
export function errorsOf({ errors, creates }: Endpoint): ErrorKind[] {
  const kinds = new Set<ErrorKind>(errors);
  kinds.add("tooManyRequests");
  if (creates) kinds.add("conflict");
  kinds.add("internal");
  kinds.add("unavailable");
  return [...kinds];
}

const camelCase = (words: string) =>
  words.replace(/[^a-zA-Z]+(.)/g, (_, letter: string) => letter.toUpperCase());

const operationId = ({ method, path }: Endpoint) =>
  camelCase(`${method.toLowerCase()}${path === "" ? "/service" : path}`);

const successOf = (endpoint: Endpoint, response: z.ZodType | "empty") => ({
  description: response === "empty" ? "Done; the body is empty" : "Done",
  headers: headersOfSuccess(endpoint),
  ...(response === "empty" ? {} : { content: { "application/json": { schema: response } } }),
});

const FileHeaders = headersOfAll.extend({
  etag: z.string(),
  "content-length": z.string(),
  "content-disposition": z.string(),
});

const fileResponses = ({ produces = "*/*" }: Endpoint) => ({
  "200": { description: "The file", headers: FileHeaders, content: { [produces]: { schema: File } } },
  "206": {
    description: "The part of the file that `range` asks for",
    headers: FileHeaders,
    content: { [produces]: { schema: File } },
  },
  "304": { description: "The copy that `if-none-match` names is still good", headers: headersOfAll },
});

/** Returns the description of a call. */
export function operationOf(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { input, response } = endpoint;
  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    ...(endpoint.description ? { description: endpoint.description } : {}),
    tags: [endpoint.tag],
    security: SECURITY[endpoint.auth],
    requestParams: parametersOf(endpoint),
    ...(input.body ? { requestBody: bodyOf(input.body, endpoint.upload) } : {}),
    ...(endpoint.streams ? { requestBody: FILE_BODY } : {}),
    responses: {
      ...(response === "file" ? fileResponses(endpoint) : { "200": successOf(endpoint, response) }),
      ...Object.fromEntries(
        errorsOf(endpoint).map((kind) => [
          String(STATUS_OF[kind]),
          {
            description: MEANING[kind],
            headers: RETRIED_LATER.has(kind) ? headersOfAll.extend(RetryAfter.shape) : headersOfAll,
            content: { "application/problem+json": { schema: Problem } },
          },
        ]),
      ),
    },
  };
}
