// For other documents with the same fonts.
export { FONT_FEATURES, fontBytes } from "./src/fonts";
export { fontRuns, replaceUnknown, widthOf } from "./src/text";
