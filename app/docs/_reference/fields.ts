import type { oas31 } from "zod-openapi";
import { type Body, type Call, type Part, reference } from "./reference";

type Schema = oas31.SchemaObject | oas31.ReferenceObject;

/** A field of an object, or a parameter, as the reference lists it. */
export interface Field {
  name: string;
  type: string;
  isRequired: boolean;
  description: string;
  /** Permitted values, where they are few and known. */
  values: string[];
  /** Bounds and defaults: `max 200`, `default 25`. */
  bounds: string[];
  /** The name of the object in the document, if it has one. */
  objectName: string | undefined;
  /** Fields of an object, or of the objects in a list. */
  fields: Field[];
  /** Where the page lists these fields already; they are empty then. */
  sameAs?: { id: string; summary: string };
  /** Alternatives of objects with different fields. */
  variants: { name: string; fields: Field[] }[];
}

const REFERENCE = /^#\/components\/schemas\/(.+)$/;

/** A schema with what its reference names. Its own description has precedence. */
function resolved(schema: Schema): oas31.SchemaObject {
  const name = schema.$ref && REFERENCE.exec(schema.$ref)?.[1];
  const target = name ? reference().schemas[name] : undefined;
  if (!target) return { ...schema };
  return { ...resolved(target), ...(schema.description ? { description: schema.description } : {}) };
}

const isNull = (schema: oas31.SchemaObject) => schema.type === "null";

/** The alternatives of a schema without null: the schema itself where it has none. */
function alternativesOf(schema: oas31.SchemaObject): { schemas: oas31.SchemaObject[]; isNullable: boolean } {
  const listed = (schema.anyOf ?? schema.oneOf)?.map(resolved);
  if (listed) return { schemas: listed.filter((one) => !isNull(one)), isNullable: listed.some(isNull) };
  const types = Array.isArray(schema.type) ? schema.type : [];
  return { schemas: [schema], isNullable: types.includes("null") };
}

function simpleType(schema: oas31.SchemaObject): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const [type = "any"] = [schema.type ?? (schema.properties ? "object" : "any")]
    .flat()
    .filter((one) => one !== "null");
  if (type === "array" && schema.items) return `array of ${typeOf(resolved(schema.items))}`;
  return schema.format && schema.format !== "uri" ? `${type} (${schema.format})` : type;
}

/** The type in words: `string`, `array of string`, `object or null`. */
function typeOf(schema: oas31.SchemaObject): string {
  const { schemas, isNullable } = alternativesOf(schema);
  return [...new Set([...schemas.map(simpleType), ...(isNullable ? ["null"] : [])])].join(" or ");
}

const BOUNDS = [
  ["default", "default"],
  ["minimum", "min"],
  ["maximum", "max"],
  ["minLength", "min length"],
  ["maxLength", "max length"],
  ["minItems", "min entries"],
  ["maxItems", "max entries"],
] as const;

function boundsOf(schema: oas31.SchemaObject): string[] {
  const { schemas } = alternativesOf(schema);
  return BOUNDS.flatMap(([keyword, word]) => {
    const value: unknown = schema[keyword] ?? schemas.find((one) => one[keyword] !== undefined)?.[keyword];
    const isTelling =
      value !== undefined && value !== null && Math.abs(Number(value) || 0) < Number.MAX_SAFE_INTEGER;
    return isTelling ? `${word} ${typeof value === "string" ? value : JSON.stringify(value)}` : [];
  });
}

/** The object that a schema describes, by itself or in a list. */
function objectIn(schema: oas31.SchemaObject): oas31.SchemaObject {
  return schema.type === "array" && schema.items ? resolved(schema.items) : schema;
}

const isObject = (schema: oas31.SchemaObject) => Object.keys(schema.properties ?? {}).length > 0;

/** What tells a variant apart: the constant among its fields, else its names. */
function nameOfVariant({ properties = {} }: oas31.SchemaObject): string {
  const fields = Object.entries(properties).map(([name, schema]): [string, oas31.SchemaObject] => [
    name,
    resolved(schema),
  ]);
  const constant = fields.find(([, { const: value }]) => value !== undefined);
  return constant ? String(constant[1].const) : fields.map(([name]) => name).join(", ");
}

/** The named object that a schema is or lists. */
const objectNameOf = (schema: Schema): string | undefined => {
  const name = schema.$ref && REFERENCE.exec(schema.$ref)?.[1];
  if (name) return name;
  const [only, ...others] = isReference(schema)
    ? []
    : (schema.anyOf ?? [schema.items]).flatMap((one) => one ?? []);
  return only && others.every((one) => !one.$ref) ? objectNameOf(only) : undefined;
};

const isReference = (schema: Schema): schema is oas31.ReferenceObject => schema.$ref !== undefined;

function fieldOf(name: string, given: Schema, isRequired: boolean): Field {
  const schema = resolved(given);
  const { schemas } = alternativesOf(schema);
  const objects = schemas
    .flatMap((one) => alternativesOf(objectIn(one)).schemas.map(resolved))
    .filter(isObject);
  const [only] = objects;
  const values: unknown[] = schemas.flatMap((one) => one.enum ?? []);
  return {
    name,
    type: typeOf(schema),
    isRequired,
    description: schema.description ?? "",
    values: values.map(String),
    bounds: boundsOf(schema),
    objectName: objectNameOf(given),
    fields: only && objects.length === 1 ? fieldsOf(only) : [],
    variants:
      objects.length > 1 ? objects.map((one) => ({ name: nameOfVariant(one), fields: fieldsOf(one) })) : [],
  };
}

const fieldsOf = ({ properties = {}, required = [] }: oas31.SchemaObject): Field[] =>
  Object.entries(properties).map(([name, schema]) => fieldOf(name, schema, required.includes(name)));

/** A body as a field: its own fields or variants are those of the field. */
export const bodyField = (schema: Schema): Field => fieldOf("", schema, true);

/** A parameter as a field. */
export const parameterField = ({
  name,
  schema = {},
  required = false,
  description,
}: oas31.ParameterObject): Field => ({
  ...fieldOf(name, schema, required),
  ...(description === undefined ? {} : { description }),
});

/** Required fields first, for people who write a body. */
const requiredFirst = (field: Field): Field => ({
  ...field,
  fields: field.fields.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired)),
});

/** The fields of a call. */
export interface CallFields {
  parameters: { place: "path" | "query" | "header"; fields: Field[] }[];
  body: Field | undefined;
  answer: Field | undefined;
}

type Shown = Map<string, { id: string; summary: string }>;

/** The field with named objects that the page lists already replaced by where it does. */
function withoutRepeats(field: Field, call: Call, shown: Shown): Field {
  const before = field.objectName === undefined ? undefined : shown.get(field.objectName);
  if (before && field.fields.length > 0) return { ...field, fields: [], sameAs: before };
  if (field.objectName !== undefined) shown.set(field.objectName, { id: call.id, summary: call.summary });
  return { ...field, fields: field.fields.map((one) => withoutRepeats(one, call, shown)) };
}

const PLACES = ["path", "query", "header"] as const;
const isJson = ({ type }: Body) => type === "application/json";
export const isLines = ({ type }: Pick<Body, "type">) => type === "application/jsonl";

function fieldsOfCall(call: Call, shown: Shown): CallFields {
  const fieldIn = (bodies: Body[]) => {
    const schema = (bodies.find(isJson) ?? bodies.find(isLines))?.schema;
    return schema && withoutRepeats(bodyField(schema), call, shown);
  };
  const body = fieldIn(call.bodies);
  return {
    parameters: PLACES.flatMap((place) => {
      const listed = call.parameters.filter((one) => one.in === place);
      return listed.length > 0 ? { place, fields: listed.map(parameterField) } : [];
    }),
    body: body && requiredFirst(body),
    answer: fieldIn(call.answers),
  };
}

const pages = new Map<string, CallFields[]>();

/** The fields of each call of a part. An object that several of them have is listed where it comes first. */
export function fieldsOfPart(part: Part): CallFields[] {
  const shown: Shown = new Map();
  const fields = pages.get(part.slug) ?? part.calls.map((call) => fieldsOfCall(call, shown));
  pages.set(part.slug, fields);
  return fields;
}
