import { createDocument, type oas31, type ZodOpenApiPathsObject } from "zod-openapi";
import { OWNER_KEY_HEADER, TOKEN_HEADER } from "@/server/auth/from-request";
import { SCOPES } from "@/server/core/scopes";
import { BASE_PATH } from "@/server/http/input";
import { VERSION } from "@/server/platform/build-info";
import { publicBaseUrl } from "@/server/platform/env";
import { problemExamples } from "./openapi-errors";
import { operationOf, SECURITY } from "./openapi-operation";
import { TAGS } from "./openapi-tags";
import { eventSchemas, webhooks } from "./openapi-webhooks";
import { endpoints } from "./registry";

function paths(): ZodOpenApiPathsObject {
  const byPath: ZodOpenApiPathsObject = {};
  for (const endpoint of endpoints) {
    const path = `${BASE_PATH}${endpoint.path.replace(/:(\w+)/g, "{$1}")}`;
    byPath[path] = { ...byPath[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return byPath;
}

const INTRODUCTION =
  "Producers register items under the identifiers in their codes. Scanner apps record scans of these codes and learn what is known of the item. Requests and answers are JSON; times are integer milliseconds; lists are newest first and go on at the URL in the header `link`. Errors are problem details with a stable `code`.";

const SCHEMES = {
  token: {
    type: "apiKey",
    in: "header",
    name: TOKEN_HEADER,
    description:
      "A token of a producer, `ant_` and 36 characters. Create one in the dashboard under API tokens. Keep it on servers. A token without scopes makes every call; with scopes it makes those that name one of them: " +
      Object.entries(SCOPES)
        .map(([scope, text]) => `\`${scope}\`: ${text}`)
        .join(" "),
  },
  ownerKey: {
    type: "apiKey",
    in: "header",
    name: OWNER_KEY_HEADER,
    description:
      "The owner key of a producer, `ano_` and 36 characters. It creates webhooks and nothing else.",
  },
} as const;

function usedSchemes() {
  const used = new Set(endpoints.flatMap(({ auth }) => SECURITY[auth].flatMap(Object.keys)));
  return Object.fromEntries(Object.entries(SCHEMES).filter(([name]) => used.has(name)));
}

let cachedDocument: oas31.OpenAPIObject | undefined;

/** Returns the OpenAPI 3.1 document of the API, generated from the endpoints. */
export function openapiDocument(): oas31.OpenAPIObject {
  cachedDocument ??= createDocument({
    openapi: "3.1.0",
    info: {
      title: "Assay: item authenticity service",
      version: VERSION,
      description: INTRODUCTION,
      contact: { name: "API reference", url: `${publicBaseUrl}/docs` },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: publicBaseUrl, description: "This service." }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    components: {
      schemas: eventSchemas(),
      securitySchemes: usedSchemes(),
      examples: problemExamples(endpoints),
    },
    paths: paths(),
    webhooks: webhooks(),
  });
  return cachedDocument;
}
