export {
  type Cell,
  type CellKind,
  type CellProblem,
  isExactNumber,
  isPlainText,
  isStorable,
} from "./src/cells";
export { type FaultCode, type Place, SpreadsheetFault } from "./src/fault";
export { MAX_CELL_BYTES, MAX_COLUMNS, MAX_ROW_BYTES, MAX_SHEET_ROWS } from "./src/limits";
export { type ReadOptions, readTable } from "./src/read";
export type { Source } from "./src/source";
export {
  type Format,
  type Problem,
  problemsOf,
  type Row,
  type RowProblem,
  type Table,
  type Value,
} from "./src/table";
export { type WriteOptions, writeTable } from "./src/write";
