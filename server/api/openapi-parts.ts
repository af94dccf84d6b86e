import type { oas31 } from "zod-openapi";

const isReference = (value: object): value is oas31.ReferenceObject => "$ref" in value;

/** A part of the OpenAPI document that stands in its place; undefined for none, and for one that stands elsewhere. */
export const present = <T extends object>(value: T | oas31.ReferenceObject | undefined): T | undefined =>
  value === undefined || isReference(value) ? undefined : value;
