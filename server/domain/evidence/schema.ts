import { z } from "zod";

/** What an evidence pack is made of. */
export const EvidencePackInput = z.object({
  caseId: z.guid().describe("Id of the case."),
  language: z.enum(["en", "de"]).describe("Language of the report."),
});
export type EvidencePackInput = z.output<typeof EvidencePackInput>;

/** Files of packs are kept for this time; what proves them, as long as the case. */
export const KEPT_DAYS = 30;

export const MAX = {
  /** Of a case. */
  packs: 100,
  /** That a report lists in its tables; the data of the pack has all of them. */
  rowsInReport: 200,
  photosInReport: 24,
  /** The newest of each item. */
  entriesOfItem: 200,
  faults: 1_000,
} as const;
