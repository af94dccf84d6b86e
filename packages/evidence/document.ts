// Separate from `index.ts`, which browsers load.
export type { Block, Column, DocumentInfo } from "./src/document/block";
export { pdfOf } from "./src/document/write";
