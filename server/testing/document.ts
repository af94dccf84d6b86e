import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { z } from "zod";
import type { Endpoint } from "@/server/api/endpoint";
import { openapiDocument } from "@/server/api/openapi";
import { BASE_PATH } from "@/server/http/input";

const DOCUMENT = "openapi";
const document: unknown = JSON.parse(JSON.stringify(openapiDocument()));

const Response = z.object({
  headers: z.record(z.string(), z.object({ required: z.boolean().optional() })).default({}),
  content: z.record(z.string(), z.unknown()).optional(),
});
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ responses: z.record(z.string(), Response) }))),
});
const { paths } = Document.parse(document);

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
ajv.addSchema(z.record(z.string(), z.unknown()).parse(document), DOCUMENT, undefined, false);

const escaped = (part: string) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));

/** Compiled by Ajv on first use, and kept by it. */
function validatorAt(...pointer: string[]): ValidateFunction {
  const validate = ajv.getSchema(`${DOCUMENT}#/${pointer.map(escaped).join("/")}`);
  if (!validate) throw new Error(`The OpenAPI document has nothing at ${pointer.join(" ")}.`);
  return validate;
}

interface Answered {
  status: number;
  headers: Headers;
  body: unknown;
}

/** Checks an answer against the OpenAPI document: its status, headers, media type and body. @throws if they differ */
export function checkDocumented(
  { method, path: template }: Pick<Endpoint, "method" | "path">,
  { status, headers, body }: Answered,
): void {
  const call = `${method} ${template}`;
  const path = `${BASE_PATH}${template.replace(/:(\w+)/g, "{$1}")}`;
  const response = paths[path]?.[method.toLowerCase()]?.responses[status];
  if (!response) throw new Error(`${call} does not document ${status}.`);
  for (const [name, { required }] of Object.entries(response.headers))
    if (required && !headers.has(name)) throw new Error(`${call} ${status}: no ${name}.`);
  const type = headers.get("content-type")?.split(";")[0] ?? "";
  const { content = {} } = response;
  if (body === undefined && !("application/json" in content)) return;
  const media = [type, `${type.split("/")[0]}/*`, "*/*"].find((one) => one in content);
  if (media === undefined) throw new Error(`${call} ${status} does not document ${type}.`);
  // Files may be JSON of any shape.
  if (media !== type) return;
  const validate = validatorAt(
    "paths",
    path,
    method.toLowerCase(),
    "responses",
    String(status),
    "content",
    type,
    "schema",
  );
  if (!validate(body)) throw new Error(`${call} ${status}: ${ajv.errorsText(validate.errors)}`);
}
