import {
  type Document,
  type Operation,
  operationsOf,
  type PlacedOperation,
  type Schema,
  successOf,
} from "./document";
import { capitalised, nameOf } from "./names";

const JSON_TYPE = "application/json";
const LINES_TYPE = "application/jsonl";
const KEY_HEADER = "idempotency-key";
const LOCALE_HEADER = "an-api-client-locale";

const hasParameter = ({ parameters = [] }: Operation, place: string, name?: string) =>
  parameters.some((one) => one.in === place && (name === undefined || one.name === name));

const refName = (schema: Schema | undefined) => schema?.$ref?.split("/").at(-1);

/** A body without fields, which a call takes for form's sake. */
const isEmptyObject = ({ properties }: Schema) =>
  properties !== undefined && Object.keys(properties).length === 0;

function bodyType({ requestBody }: Operation, types: Set<string>): string | undefined {
  if (!requestBody) return undefined;
  const { [JSON_TYPE]: json, ...files } = requestBody.content;
  if (json && isEmptyObject(json.schema)) return undefined;
  const name = refName(json?.schema);
  if (json && name === undefined) throw new Error("The schema of a JSON body needs a name.");
  if (name !== undefined) types.add(name);
  return [...(name === undefined ? [] : [name]), ...(Object.keys(files).length > 0 ? ["Blob"] : [])].join(
    " | ",
  );
}

function optionsType(operation: Operation): string {
  if (!hasParameter(operation, "header", KEY_HEADER)) return "CallOptions";
  return hasParameter(operation, "header", LOCALE_HEADER) ? "ScanOptions" : "CreateOptions";
}

/** Which credentials a call takes. */
function credentialsOf({ security }: Operation): string {
  const names = new Set(security.flatMap(Object.keys));
  if (names.has("ownerKey")) return `"tokenOrOwnerKey"`;
  return names.has("token") ? `"token"` : `"none"`;
}

/** How a list is read: the field of its entries, none where the answer is the list, and what its next page begins after. */
function pagingOf(operation: Operation): { field: string | undefined; isByRow: boolean } | undefined {
  const { headers = {}, content = {} } = successOf(operation);
  if (LINES_TYPE in content) return { field: undefined, isByRow: false };
  // Refused rows have no link: the next page begins after the last row.
  const isByRow = hasParameter(operation, "query", "after");
  if (!("link" in headers) && !isByRow) return undefined;
  const { properties = {} } = content[JSON_TYPE]?.schema ?? {};
  return { field: Object.keys(properties).find((name) => properties[name]?.type === "array"), isByRow };
}

function answerOf(operation: Operation, name: string, types: Set<string>) {
  const { content } = successOf(operation);
  if (!content) return { kind: "empty", type: "void" };
  const json = content[JSON_TYPE] ?? content[LINES_TYPE];
  if (!json) return { kind: "file", type: "Blob" };
  const type = refName(json.schema) ?? `${name}Response`;
  types.add(type);
  return { kind: LINES_TYPE in content ? "lines" : "json", type };
}

const commentOf = ({ summary, description = "" }: Operation) => {
  const text = [summary.replace(/(?<![.])$/, "."), description].join(" ").trim().replaceAll("*/", "*\\/");
  return `  /** ${text} */`;
};

function writeCall({ method, path, operation }: PlacedOperation, types: Set<string>): string {
  const { operationId, method: verb, parameters } = nameOf(operation.operationId);
  const name = capitalised(operationId);
  const inPath = [...path.matchAll(/\{\w+\}/g)];
  if (inPath.length !== parameters.length)
    throw new Error(`${operation.operationId} has ${inPath.length} parameters.`);
  let at = 0;
  const address = path.replaceAll(/\{\w+\}/g, () => `\${segment(${parameters[at++]})}`);
  const isWidth = (parameter: string) => parameter === "width";
  const body = bodyType(operation, types);
  const hasQuery = hasParameter(operation, "query");
  if (hasQuery) types.add(`${name}Data`);
  const isOptionalQuery = !operation.parameters?.some((one) => one.in === "query" && one.required);
  const bodyMark = operation.requestBody?.required ? "" : "?";
  const inputs = [
    ...parameters.map((one) => `${one}: ${isWidth(one) ? "number" : "string"}`),
    ...(body ? [`body${bodyMark}: ${body}`] : []),
    ...(hasQuery ? [`query${isOptionalQuery ? "?" : ""}: ${name}Data["query"]`] : []),
    `options?: ${optionsType(operation)}`,
  ];
  const isCreating = hasParameter(operation, "header", KEY_HEADER);
  const call = [
    `method: "${method}"`,
    `path: ${at > 0 ? `\`${address}\`` : `"${address}"`}`,
    `credentials: ${credentialsOf(operation)}`,
    ...(isCreating ? ["takesKey: true"] : []),
    ...(body ? ["body"] : []),
    ...(hasQuery ? ["query"] : []),
  ];
  const { kind, type } = answerOf(operation, name, types);
  const paging = pagingOf(operation);
  const ofPage =
    kind === "lines"
      ? []
      : paging && [
          paging.field === undefined ? "(page) => page" : `(page) => page.${paging.field}`,
          ...(paging.isByRow ? ["({ row }) => ({ after: row })"] : []),
        ];
  const entries = paging?.field === undefined ? type : `${type}["${paging.field}"]`;
  const answer = paging ? `List<${type}, ${entries}[number]>` : `Promise<${type}>`;
  const sent = [`{ ${call.join(", ")} }`, "options", ...(ofPage ?? [])].join(", ");
  return [
    commentOf(operation),
    `  ${verb}(${inputs.join(", ")}): ${answer} {`,
    `    return this.#connection.${paging && kind === "json" ? "list" : kind}(${sent});`,
    "  }",
  ].join("\n");
}

/** Writes the calls of a document as TypeScript: a class for each object. */
export function writeCalls(document: Document): string {
  const types = new Set<string>();
  const classes = new Map<string, string[]>();
  for (const placed of operationsOf(document)) {
    const { object } = nameOf(placed.operation.operationId);
    classes.set(object, [...(classes.get(object) ?? []), writeCall(placed, types)]);
  }
  const written = [...classes].map(
    ([object, calls]) =>
      `export class ${capitalised(object)} {\n  readonly #connection: Connection;\n\n  constructor(connection: Connection) {\n    this.#connection = connection;\n  }\n\n${calls.join("\n\n")}\n}`,
  );
  return `${[
    "// Generated from the OpenAPI document (decision 0070). Do not edit.",
    `import { type CallOptions, type Connection, type CreateOptions, type ScanOptions, segment } from "../connection";`,
    `import type { List } from "../list";`,
    `import type {\n${[...types]
      .sort()
      .map((type) => `  ${type},`)
      .join("\n")}\n} from "./types";\n`,
    written.join("\n\n"),
  ].join("\n")}\n`;
}
