/**
 * Metadata of a schema whose values arrive as text: the OpenAPI document shows the value, without the pattern or the values
 * of the text.
 */
export const shownAs = (shown: Record<string, unknown>) => ({
  override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
    delete jsonSchema.pattern;
    delete jsonSchema.enum;
    Object.assign(jsonSchema, shown);
  },
});
