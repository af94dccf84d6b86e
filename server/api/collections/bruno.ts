import { createHash } from "node:crypto";
import { type Collection, type SampleRequest, sampleRequests } from "./requests";

/** The id that Bruno wants for each part, the same each time: 21 letters and digits. */
const uidOf = (...path: string[]) => createHash("sha256").update(path.join(" ")).digest("hex").slice(0, 21);

const NO_AUTH = { mode: "none" };
const SECRETS = ["token", "ownerKey"];

function bodyOf(body: SampleRequest["body"]) {
  if (!body) return { mode: "none" };
  return body.type === "application/json"
    ? { mode: "json", json: body.text }
    : { mode: "text", text: body.text };
}

function requestOf({ id, name, description, ...request }: SampleRequest, seq: number) {
  const { method, path, inPath, query, headers, credential, body } = request;
  const sent = query.filter(({ isSent }) => isSent).map(({ name, value }) => `${name}=${value}`);
  const parameter = (type: "path" | "query") => (one: SampleRequest["query"][number]) => ({
    uid: uidOf(id, type, one.name),
    name: one.name,
    value: one.value,
    description: one.description,
    type,
    enabled: type === "path" || one.isSent,
  });
  // Bruno derives the type of JSON bodies from their kind.
  const type = body && body.type !== "application/json" ? [{ name: "content-type", value: body.type }] : [];
  return {
    uid: uidOf(id),
    type: "http-request",
    seq,
    name,
    request: {
      url: `{{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ":$1")}${sent.length > 0 ? `?${sent.join("&")}` : ""}`,
      method,
      headers: [
        ...type.map((header) => ({ uid: uidOf(id, header.name), ...header, enabled: true })),
        ...headers.map(({ name, value, description }) => ({
          uid: uidOf(id, name),
          name,
          value,
          description,
          enabled: false,
        })),
      ],
      params: [...inPath.map(parameter("path")), ...query.map(parameter("query"))],
      auth: credential
        ? {
            mode: "apikey",
            apikey: { key: credential.header, value: `{{${credential.variable}}}`, placement: "header" },
          }
        : NO_AUTH,
      body: bodyOf(body),
      docs: description,
    },
  };
}

/** The one environment. Bruno keeps secrets apart from the collection. */
function environmentOf({ baseUrl }: Collection) {
  const values = [["baseUrl", baseUrl], ...SECRETS.map((name) => [name, ""])];
  return {
    uid: uidOf("environment"),
    name: "Assay",
    variables: values.map(([name = "", value]) => ({
      uid: uidOf("environment", name),
      name,
      value,
      type: "text",
      enabled: true,
      secret: SECRETS.includes(name),
    })),
  };
}

/** The calls of the API as a Bruno collection, in the form that Bruno imports and exports. */
export function brunoCollection() {
  const collection = sampleRequests();
  return {
    version: "1",
    uid: uidOf("collection"),
    name: collection.name,
    items: collection.folders.map(({ name, description, requests }, at) => ({
      uid: uidOf("folder", name),
      type: "folder",
      seq: at + 1,
      name,
      root: { docs: description },
      items: requests.map((request, at) => requestOf(request, at + 1)),
    })),
    activeEnvironmentUid: uidOf("environment"),
    environments: [environmentOf(collection)],
    root: { docs: collection.description },
  };
}
