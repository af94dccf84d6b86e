import type { z } from "zod";
import type { Import, ImportRow, RowFault } from "@/db/schema/imports";
import type { Job } from "@/db/schema/jobs";
import { shownJob } from "@/server/domain/jobs/view";
import { beginningOf } from "@/server/domain/shared/characters";
import type { RowResult } from "./rows";
import type { ImportEnvelope, RefusedRowView } from "./schema";
import { cellOf } from "./stored-cell";

/** Tables show the beginning of a cell; a longer one is corrected in the file. */
const MAX_SHOWN_CHARACTERS = 500;

/** An import as members of its producer see it. */
export const shownImport = (
  {
    producerId: _producerId,
    headers: _headers,
    mapping: _mapping,
    bytes: _bytes,
    jobId: _jobId,
    ...shown
  }: Import,
  job: Job | null,
) => ({ ...shown, job: job && shownJob(job) });

export interface ShownRow {
  number: number;
  cells: { text: string; isCut: boolean }[];
  outcome: RowResult["outcome"] | null;
  faults: RowFault[];
  /** Whether it was corrected and waits for its import. */
  corrected: boolean;
}

/** A row as tables show it; `result` instead of what is stored about it. */
export const shownRow = (
  { number, cells, outcome, faults, corrected }: ImportRow,
  result?: RowResult,
): ShownRow => ({
  number,
  cells: cells.map((cell) => {
    const { text } = cellOf(cell);
    const shown = beginningOf(MAX_SHOWN_CHARACTERS, text);
    return { text: shown, isCut: shown !== text };
  }),
  outcome: result ? result.outcome : outcome,
  faults: (result ? result.faults : faults) ?? [],
  corrected,
});

/** An import as the API shows it. */
export const importView = (of: Import, refused: number): z.input<typeof ImportEnvelope> => ({
  id: of.id,
  data: {
    kind: of.kind,
    name: of.fileName,
    mode: of.mode,
    columns: of.headers.map((header, at) => ({ header, field: of.mapping[at] ?? null })),
    rows: of.rows,
    created: of.created,
    changed: of.changed,
    unchanged: of.unchanged,
    refused,
    job: of.jobId ?? undefined,
    _created: of.createdAt.getTime(),
    _updated: of.updatedAt.getTime(),
  },
});

/** A refused row as the API shows it. */
export const refusedRowView = ({
  number,
  faults,
}: Pick<ImportRow, "number" | "faults">): z.input<typeof RefusedRowView> => ({
  row: number,
  faults: faults ?? [],
});
