import { createDocument, type ZodOpenApiPathsObject } from "zod-openapi";
import { OWNER_KEY_HEADER, TOKEN_HEADER } from "@/server/auth/from-request";
import { BASE_PATH } from "@/server/http/input";
import { VERSION } from "@/server/platform/build-info";
import { publicBaseUrl } from "@/server/platform/env";
import { operationOf, SECURITY } from "./openapi-operation";
import { endpoints } from "./registry";

function paths(): ZodOpenApiPathsObject {
  const byPath: ZodOpenApiPathsObject = {};
  for (const endpoint of endpoints) {
    const path = `${BASE_PATH}${endpoint.path.replace(/:(\w+)/g, "{$1}")}`;
    byPath[path] = { ...byPath[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return byPath;
}

const SCHEMES = {
  token: { type: "apiKey", in: "header", name: TOKEN_HEADER, description: "A token of a producer" },
  ownerKey: { type: "apiKey", in: "header", name: OWNER_KEY_HEADER, description: "A producer's owner key" },
} as const;

function usedSchemes() {
  const used = new Set(endpoints.flatMap(({ auth }) => SECURITY[auth].flatMap(Object.keys)));
  return Object.fromEntries(Object.entries(SCHEMES).filter(([name]) => used.has(name)));
}

let cachedDocument: object | undefined;

/** Returns the OpenAPI 3.1 document of the API, generated from the endpoints. */
export function openapiDocument(): object {
  cachedDocument ??= createDocument({
    openapi: "3.1.0",
    info: {
      title: "Assay: item authenticity service",
      version: VERSION,
      description:
        "Producers register items; scanners record scans of them and learn whether they are originals.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: publicBaseUrl }],
    tags: [
      { name: "Common", description: "The service itself" },
      { name: "Items", description: "Products that carry verification information" },
      { name: "Groups", description: "Items that share information" },
      { name: "Scans", description: "What scanners recorded" },
      { name: "Contents", description: "Files of producers" },
      { name: "Hooks", description: "Receivers that are called when events occur" },
      {
        name: "Jobs",
        description: "Work that takes longer than a request; an extension of the specification",
      },
    ],
    components: { securitySchemes: usedSchemes() },
    paths: paths(),
  });
  return cachedDocument;
}
