import { z } from "zod";
import { type Choice, type Chosen, MAX_CHOSEN } from "./choice";
import { isRecord } from "./is-record";
import { shownAs } from "./shown-as";

/** Input of a filter: one value, or several that a row has one of, or none of. A single value is refused in the value's words. */
export function chosenOf<Value extends string>(value: z.ZodType<Value>) {
  const values = z.array(value).min(1).max(MAX_CHOSEN);
  const choice: z.ZodType<Choice<Value>> = z.union([
    z.strictObject({ is: values }),
    z.strictObject({ isNot: values }),
  ]);
  const { $schema: _, ...single } = z.toJSONSchema(value);
  const several = (name: "is" | "isNot") => ({
    type: "object" as const,
    properties: {
      [name]: {
        type: "array" as const,
        description: name === "is" ? "One of these values." : "None of these values.",
        items: single,
        minItems: 1,
        maxItems: MAX_CHOSEN,
      },
    },
    required: [name],
    additionalProperties: false,
  });
  return z
    .custom<Chosen<Value>>(() => true)
    .meta(shownAs({ anyOf: [single, several("is"), several("isNot")] }))
    .transform((input: unknown, context): Chosen<Value> => {
      const read = (isRecord(input) ? choice : value).safeParse(input);
      if (read.success) return read.data;
      for (const { path, message } of read.error.issues) context.addIssue({ code: "custom", path, message });
      return z.NEVER;
    });
}
