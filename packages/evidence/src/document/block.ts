/** A column of a table. */
export interface Column {
  heading: string;
  /** Share of the width. */
  share: number;
}

/** A part of a document. Texts may be of any length; characters that Inter does not have become `?`. */
export type Block =
  | { kind: "title"; text: string; subtitle: string }
  | { kind: "heading"; text: string }
  | { kind: "paragraph"; text: string }
  /** Names and their values, as a table with row headings. */
  | { kind: "facts"; facts: readonly (readonly [name: string, value: string])[] }
  | { kind: "table"; columns: readonly Column[]; rows: readonly (readonly string[])[] }
  /** JPEG, or PNG without transparency; `alt` for those who cannot see it. */
  | { kind: "picture"; image: Uint8Array; alt: string; caption: string; height: number }
  /** Small JPEG pictures side by side, each with lines below it. */
  | { kind: "gallery"; pictures: readonly { image: Uint8Array; alt: string; lines: readonly string[] }[] };

export interface DocumentInfo {
  title: string;
  /** BCP 47. */
  language: string;
  date: Date;
  /** Stands at the foot of each page, before the page's number. */
  foot: string;
  page: (number: number) => string;
}
