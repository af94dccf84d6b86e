import type { oas31 } from "zod-openapi";
import { OWNER_KEY_HEADER, TOKEN_HEADER } from "@/server/auth/from-request";
import { openapiDocument } from "../openapi";
import { present } from "../openapi-parts";

/** A parameter with the value of its example. */
interface Parameter {
  name: string;
  value: string;
  description: string;
  /** Whether it is sent as it stands: it has an example, or is required. */
  isSent: boolean;
}

/** A call of the document, as a program that sends requests by hand wants it. */
export interface SampleRequest {
  id: string;
  name: string;
  description: string;
  method: string;
  /** Below the base URL, with `{name}` for parameters. */
  path: string;
  inPath: Parameter[];
  query: Parameter[];
  headers: Parameter[];
  /** The header of the credential and the variable that holds it. */
  credential: { header: string; variable: string } | undefined;
  body: { type: string; text: string } | undefined;
}

export interface Folder {
  name: string;
  description: string;
  requests: SampleRequest[];
}

export interface Collection {
  name: string;
  description: string;
  baseUrl: string;
  folders: Folder[];
}

const CREDENTIALS = {
  token: { header: TOKEN_HEADER, variable: "token" },
  ownerKey: { header: OWNER_KEY_HEADER, variable: "ownerKey" },
};

/** Scanner apps have no token, so that calls which need none are sent without. */
function credentialOf({ method, security }: { method: string; security: oas31.SecurityRequirementObject[] }) {
  const isNeeded = security.every((alternative) => Object.keys(alternative).length > 0);
  const names = security.flatMap(Object.keys);
  if (!isNeeded && method !== "GET") return undefined;
  if (names.includes("token")) return CREDENTIALS.token;
  return names.includes("ownerKey") ? CREDENTIALS.ownerKey : undefined;
}

/** A header's example is one value for everyone, and a key may serve once. */
const SAMPLE_HEADERS: Record<string, string> = { "idempotency-key": "{{$guid}}" };

function parametersIn(place: string, { parameters = [] }: oas31.OperationObject): Parameter[] {
  return parameters
    .flatMap((one) => present(one) ?? [])
    .filter((one) => one.in === place)
    .map(({ name, example, required = false, description = "" }) => ({
      name,
      value: place === "header" ? (SAMPLE_HEADERS[name] ?? "") : example === undefined ? "" : String(example),
      description,
      isSent: required || (example !== undefined && place !== "header"),
    }));
}

function bodyOf({ requestBody }: oas31.OperationObject): SampleRequest["body"] {
  const [first] = Object.entries(present(requestBody)?.content ?? {});
  if (!first) return undefined;
  const [type, { example }] = first;
  return { type, text: typeof example === "string" ? example : JSON.stringify(example, null, 2) };
}

const METHODS = ["get", "post", "delete"] as const;

function requestsOf(path: string, item: oas31.PathItemObject): { tag: string; request: SampleRequest }[] {
  return METHODS.flatMap((name) => {
    const operation = item[name];
    if (!operation) return [];
    const method = name.toUpperCase();
    const { operationId: id = path, summary = path, description = "", security = [], tags = [] } = operation;
    const request = {
      id,
      name: summary,
      description,
      method,
      path,
      inPath: parametersIn("path", operation),
      query: parametersIn("query", operation),
      headers: parametersIn("header", operation),
      credential: credentialOf({ method, security }),
      body: bodyOf(operation),
    };
    return [{ tag: tags[0] ?? "", request }];
  });
}

/** The calls of the OpenAPI document with the values of their examples, in folders by tag. */
export function sampleRequests(): Collection {
  const { info, servers = [], tags = [], paths = {} } = openapiDocument();
  const all = Object.entries(paths).flatMap(([path, item]) => requestsOf(path, item));
  const folders = tags.map(({ name, description = "" }) => ({
    name,
    description,
    requests: all.filter(({ tag }) => tag === name).map(({ request }) => request),
  }));
  return {
    name: info.title,
    description: info.description ?? "",
    baseUrl: servers[0]?.url ?? "",
    folders: folders.filter(({ requests }) => requests.length > 0),
  };
}
