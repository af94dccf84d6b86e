import { PatternFault, parsePattern } from "@assay/codes";
import { z } from "zod";
import { MAX_CHARACTERS } from "@/server/domain/items/schema";
import { FreeForm } from "@/server/domain/shared/json";

export const MAX_CODES = 1_000_000;
const MAX_PATTERN_CHARACTERS = 500;
const MAX_TITLE_CHARACTERS = 1_000;
const MAX_DATA_CHARACTERS = 16_384;

/** A pattern of codes, such as `ACME-{number:6}-{random:13}{check}`. */
export const CodePattern = z
  .string()
  .max(MAX_PATTERN_CHARACTERS)
  .superRefine((text, { addIssue }) => {
    try {
      parsePattern(text, { maxCharacters: MAX_CHARACTERS });
    } catch (fault) {
      if (!(fault instanceof PatternFault)) throw fault;
      addIssue({ code: "custom", message: fault.message });
    }
  })
  .meta({ description: "Pattern of the codes.", example: "ACME-{number:6}-{random:13}{check}" });

/** Input of the generation of codes: how many from which pattern, and the description of their items. */
export const CodeGeneration = z.object({
  pattern: CodePattern,
  count: z.number().int().min(1).max(MAX_CODES).describe("Number of codes."),
  groupId: z
    .uuid()
    .nullable()
    .default(null)
    .meta({ description: "Id of the group of the items, and the text of `{group}` in the pattern." }),
  reserved: z
    .boolean()
    .default(false)
    .meta({ description: "`true` reserves the codes instead of registering items." }),
  title: z.string().max(MAX_TITLE_CHARACTERS).nullable().default(null).describe("Title of the items."),
  data: FreeForm.refine(
    (data) => JSON.stringify(data).length <= MAX_DATA_CHARACTERS,
    `must have at most ${MAX_DATA_CHARACTERS} characters as JSON`,
  )
    .default({})
    .describe("Free-form keys and values of the items."),
});
export type CodeGeneration = z.output<typeof CodeGeneration>;
