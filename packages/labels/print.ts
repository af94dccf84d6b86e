export { type PdfInfo, pdfOfLabels } from "./src/pdf";
export { outlinedSvgOfLabel, pngOfLabel } from "./src/png";
