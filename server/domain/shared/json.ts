import { z } from "zod";
import type { JsonObject, JsonValue } from "@/db/json";

/** Whether the value is a JSON object. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Free-form key/value pairs, stored unchanged. */
export const FreeForm = z
  .custom<JsonObject>(isObject, "must be an object")
  .meta({ override: { type: "object", additionalProperties: true } });

/** A value that answers show as it is stored. */
export const AnyJson = z.custom<JsonValue>().meta({ override: {}, description: "Any JSON value." });

/** An object as JSON stores it: members that are undefined are left out. */
export const stored = (object: object): JsonObject => FreeForm.parse(JSON.parse(JSON.stringify(object)));

/** A body without content: an empty object, or no body. */
export const EmptyObject = z.strictObject({});
