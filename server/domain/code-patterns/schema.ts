import { CLAIM_KINDS } from "@assay/codes";
import { z } from "zod";
import { MAX_CHARACTERS } from "@/server/domain/items/schema";

export { CLAIM_KINDS as PATTERN_KINDS };

export const MAX_PATTERN_CHARACTERS = 400;
export const MAX_NOTE_CHARACTERS = 500;

/** The text of a pattern, without spaces around it. */
const PatternText = z.string().max(MAX_PATTERN_CHARACTERS).trim();

/** A claim of codes: all with a prefix, with a GS1 company prefix, or of a shape. */
export const NewPattern = z.object({ kind: z.enum(CLAIM_KINDS), text: PatternText });
export type NewPattern = z.output<typeof NewPattern>;

/** An admin's decision on a contested claim, with its reason. */
export const PatternDecision = z.object({
  decision: z.enum(["award", "reject"]),
  note: z.string().trim().max(MAX_NOTE_CHARACTERS),
});
export type PatternDecision = z.output<typeof PatternDecision>;

export const MARKS = ["dismissed", "counterfeit"] as const;

/** What a member makes of an unregistered code; null opens it again. */
export const CodeMark = z.object({
  identifier: z.string().max(MAX_CHARACTERS),
  mark: z.enum(MARKS).nullable(),
});
export type CodeMark = z.output<typeof CodeMark>;
