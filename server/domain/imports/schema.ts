import { z } from "zod";
import { IMPORT_KINDS, IMPORT_MODES } from "@/db/schema/imports";
import { beginningOf } from "@/server/domain/shared/characters";

/** Rows of one import. */
export const MAX_IMPORT_ROWS = 1_000_000;
export const MAX_IMPORT_BYTES = 1024 ** 3;
export const MAX_WORKBOOK_BYTES = 200 * 1024 ** 2;
/** Imports of one producer that are kept at the same time, and the bytes of their stored rows. */
export const MAX_IMPORTS = 20;
export const MAX_STAGED_BYTES = 2 * 1024 ** 3;
/** Rows that show what an import will do. */
export const PREVIEW_ROWS = 100;
const MAX_NAME_CHARACTERS = 300;
const MAX_HEADER_CHARACTERS = 1_000;
const MAX_COLUMNS = 200;
const MAX_EDITED_CELL_CHARACTERS = 1024 * 1024;

/** What a new import needs besides its file. */
export const NewImport = z.object({
  kind: z.enum(IMPORT_KINDS).describe("What a row is: an item or a group."),
  name: z
    .string()
    .max(1_000)
    .transform((name) => beginningOf(MAX_NAME_CHARACTERS, name))
    .default("")
    .describe("Name of the file; its beginning is kept."),
});
export type NewImport = z.output<typeof NewImport>;

/** What the columns of an import mean, and what its rows may do. */
export const ImportSettings = z.object({
  id: z.string(),
  mode: z.enum(IMPORT_MODES),
  mapping: z.array(z.string().max(MAX_HEADER_CHARACTERS).nullable()).max(MAX_COLUMNS),
});
export type ImportSettings = z.output<typeof ImportSettings>;

/** The number of a row in a file. */
export const RowNumber = z.coerce.number().int().min(0).max(2_147_483_647);

/** Corrected cells of a refused row: texts by the places of their columns. */
export const RowCorrection = z.object({
  id: z.string(),
  row: RowNumber,
  cells: z
    .array(
      z.object({
        column: z.number().int().min(0).max(MAX_COLUMNS),
        text: z.string().max(MAX_EDITED_CELL_CHARACTERS),
      }),
    )
    .max(MAX_COLUMNS),
});
export type RowCorrection = z.output<typeof RowCorrection>;

/** The query of an import by the API: its columns are recognised by their names. */
export const ImportRequest = NewImport.extend({
  mode: z
    .enum(IMPORT_MODES)
    .default("both")
    .describe("Whether rows create, update, or do both. Rows of the other kind are refused."),
});

export const RefusedAfter = z.object({
  after: RowNumber.default(0).meta({ description: "Only rows after this one, by their number in the file." }),
});

export const ImportEnvelope = z
  .object({
    id: z.string().describe("Id of the import."),
    data: z
      .object({
        kind: z.enum(IMPORT_KINDS).describe("What a row is: an item or a group."),
        name: z.string().describe("Name of the file."),
        mode: z.enum(IMPORT_MODES).describe("Whether rows create, update, or do both."),
        columns: z
          .array(
            z.object({
              header: z.string().describe("Header of the column in the file."),
              field: z.string().nullable().describe("Field that the column fills; null for an ignored one."),
            }),
          )
          .meta({ description: "The columns of the file and their fields." }),
        rows: z.number().describe("Rows of the file, without its header."),
        created: z.number().describe("Rows that created an object."),
        changed: z.number().describe("Rows that changed an object."),
        unchanged: z.number().describe("Rows whose object has their values already."),
        refused: z.number().describe("Rows with faults."),
        job: z.string().optional().describe("Id of the newest job."),
        _created: z.number().describe("Arrival of the file, in milliseconds."),
        _updated: z.number().describe("Last change, in milliseconds."),
      })
      .describe("The fields of the import."),
  })
  .meta({ id: "Import", description: "A file of items or groups." });

export const RefusedRowView = z
  .object({
    row: z.number().meta({ description: "Number of the row in the file; the header is row 1." }),
    faults: z
      .array(
        z.object({
          column: z
            .string()
            .optional()
            .describe("Header of the column; absent for a fault of the whole row."),
          value: z.string().optional().describe("Beginning of the cell's text."),
          reason: z.string().describe("Kind of the fault, a stable machine word."),
          detail: z.string().optional().describe("The fault, for people."),
          code: z.string().optional().describe("Code of the refusal, where a rule refused the row."),
        }),
      )
      .describe("All faults of the row."),
  })
  .meta({ id: "RefusedRow", description: "A refused row of an import." });
