/** Columns of a table. */
export const MAX_COLUMNS = 200;
/** The name of a column that is read. */
export const MAX_NAME_CHARACTERS = 1_000;
/** A text cell, in UTF-8. A longer one is a problem of the cell. */
export const MAX_CELL_BYTES = 1024 * 1024;
/** A row; also an XML token. A longer one is a fault, because its end may be the end of the file. */
export const MAX_ROW_BYTES = 8 * 1024 * 1024;
/** A workbook that arrives as a stream and is kept in a temporary file. */
export const MAX_WORKBOOK_BYTES = 1024 * 1024 * 1024;
/** A sheet, unpacked. */
export const MAX_PART_BYTES = 4 * 1024 * 1024 * 1024;
/** The table of shared strings, unpacked: it is kept in a temporary file. */
export const MAX_SHARED_STRINGS_BYTES = 2 * 1024 * 1024 * 1024;
/** Elements of this table. A plain string has two; a million rows with thirty different texts each have 60 million. */
export const MAX_SHARED_STRINGS_ELEMENTS = 64_000_000;
/** The other parts of a workbook, unpacked: they are kept in memory in part. */
export const MAX_SMALL_PART_BYTES = 16 * 1024 * 1024;
/** Real sheets reach about 30; the format allows 1,032. */
export const MAX_COMPRESSION_RATIO = 200;
/** Smaller parts may have any ratio. */
export const MIN_RATIO_BYTES = 16 * 1024 * 1024;
export const MAX_ARCHIVE_ENTRIES = 10_000;
export const MAX_XML_DEPTH = 64;
/** Rows of a sheet, with the header; the limit of spreadsheet programs. */
export const MAX_SHEET_ROWS = 1_048_576;
/** Characters of a cell of a workbook; the limit of spreadsheet programs. */
export const MAX_SHEET_CELL_CHARACTERS = 32_767;
/** Elements of a sheet that hold no value, besides `MAX_COLUMNS` of each row with values: blank rows and styled cells. */
export const MAX_EMPTY_ELEMENTS = 16_000_000;
/** Elements of a cell with a value: the cell, its formula, its value, parts of a rich text. */
export const MAX_CELL_ELEMENTS = 8;
/** Rows of JSON Lines that may add columns. */
export const SAMPLE_ROWS = 100;
/** Characters of these rows: they are in memory together. */
export const SAMPLE_CHARACTERS = 1024 * 1024;
/** Text that shows the delimiter, and bytes that show the encoding. */
export const SAMPLE_BYTES = 64 * 1024;
