import { type Collection, type SampleRequest, sampleRequests } from "./requests";

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** Values that the user fills in; the collection itself has no secret. */
const variables = ({ baseUrl }: Collection) =>
  [
    ["baseUrl", baseUrl],
    ["token", ""],
    ["ownerKey", ""],
  ].map(([key, value]) => ({ key, value, type: "string" }));

const authOf = ({ credential }: SampleRequest) =>
  credential
    ? {
        type: "apikey",
        apikey: [
          { key: "key", value: credential.header, type: "string" },
          { key: "value", value: `{{${credential.variable}}}`, type: "string" },
          { key: "in", value: "header", type: "string" },
        ],
      }
    : { type: "noauth" };

function urlOf({ path, inPath, query }: SampleRequest) {
  const segments = path
    .replaceAll(/\{(\w+)\}/g, ":$1")
    .split("/")
    .slice(1);
  const sent = query.filter(({ isSent }) => isSent).map(({ name, value }) => `${name}=${value}`);
  return {
    raw: `{{baseUrl}}/${segments.join("/")}${sent.length > 0 ? `?${sent.join("&")}` : ""}`,
    host: ["{{baseUrl}}"],
    path: segments,
    ...(query.length > 0
      ? {
          query: query.map(({ name, value, description, isSent }) => ({
            key: name,
            value,
            description,
            disabled: !isSent,
          })),
        }
      : {}),
    ...(inPath.length > 0
      ? { variable: inPath.map(({ name, value, description }) => ({ key: name, value, description })) }
      : {}),
  };
}

const itemOf = (request: SampleRequest) => ({
  name: request.name,
  request: {
    method: request.method,
    description: request.description,
    auth: authOf(request),
    header: [
      ...(request.body ? [{ key: "content-type", value: request.body.type }] : []),
      ...request.headers.map(({ name, value, description }) => ({
        key: name,
        value,
        description,
        disabled: true,
      })),
    ],
    url: urlOf(request),
    ...(request.body
      ? {
          body: {
            mode: "raw",
            raw: request.body.text,
            options: { raw: { language: request.body.type === "application/json" ? "json" : "text" } },
          },
        }
      : {}),
  },
  response: [],
});

/** The calls of the API as a Postman collection, version 2.1. */
export function postmanCollection() {
  const collection = sampleRequests();
  return {
    info: { name: collection.name, description: collection.description, schema: SCHEMA },
    variable: variables(collection),
    item: collection.folders.map(({ name, description, requests }) => ({
      name,
      description,
      item: requests.map(itemOf),
    })),
  };
}
