export { estimateSize } from "./src/estimate";
export { LabelFault, type LabelFaultCode } from "./src/fault";
export {
  DEFAULT_STYLE,
  drawLabel,
  type Label,
  type LabelContent,
  type LabelStyle,
  type LabelWarning,
} from "./src/label";
export { type Fitted, fitted, type Layout } from "./src/layout";
export { GS1_MIN_MODULE_MM, MIN_MODULE_MM } from "./src/modules";
export { DEFAULT_PICTURE_DPI, pictureSize } from "./src/picture";
export type { ScratchContent } from "./src/scratch";
export {
  checkedGrid,
  type Grid,
  gridOf,
  PAPERS,
  type Paper,
  paperGrid,
  rollGrid,
  SHEETS,
  type Stock,
  sheetGrid,
  singleGrid,
} from "./src/stock";
export { svgOfLabel, svgOfPage } from "./src/svg";
export { type ErrorCorrection, MIN_QUIET_ZONE_MODULES, SYMBOL_KINDS, type SymbolKind } from "./src/symbol";
