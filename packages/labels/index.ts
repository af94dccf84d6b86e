export { estimateSize } from "./src/estimate";
export { LabelFault, type LabelFaultCode } from "./src/fault";
export {
  DEFAULT_STYLE,
  drawLabel,
  GS1_MIN_MODULE_MM,
  type Label,
  type LabelContent,
  type LabelStyle,
  type LabelWarning,
  MIN_MODULE_MM,
} from "./src/label";
export { type Fitted, fitted, type Layout } from "./src/layout";
export { DEFAULT_PICTURE_DPI, pictureSize } from "./src/picture";
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
