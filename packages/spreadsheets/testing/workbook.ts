import { Zip, ZipDeflate } from "fflate";

/** The text of a part, in pieces if it is large. */
type Part = string | Iterable<string>;

const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
const TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

/** Packs parts into a ZIP archive, as its bytes are read. */
export async function* zip(parts: Record<string, Part>): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const archive = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const [name, part] of Object.entries(parts)) {
    const entry = new ZipDeflate(name, { level: 1 });
    archive.add(entry);
    for (const piece of typeof part === "string" ? [part] : part) {
      entry.push(Buffer.from(piece));
      yield* chunks.splice(0);
    }
    entry.push(new Uint8Array(), true);
    yield* chunks.splice(0);
  }
  archive.end();
  yield* chunks;
}

interface Pieces {
  /** The content of `sheetData`. */
  sheet: Part;
  /** The items of the shared strings. */
  strings?: Part;
  /** Number formats of the cell styles, by their code or id. */
  formats?: (string | number)[];
  workbook?: string;
}

/** The parts of a workbook with one sheet, named and ordered as Excel does. */
export function workbookParts({ sheet, strings, formats = [], workbook }: Pieces): Record<string, Part> {
  const codes = formats.filter((format) => typeof format === "string");
  const idOf = (format: string | number) =>
    typeof format === "string" ? 164 + codes.indexOf(format) : format;
  return {
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": relations([["rId1", "officeDocument", "xl/workbook.xml"]]),
    "xl/workbook.xml":
      workbook ??
      `<workbook xmlns="${MAIN}" xmlns:r="${TYPES}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations([
      ["rId1", "worksheet", "worksheets/sheet1.xml"],
      ["rId2", "styles", "styles.xml"],
      ...(strings === undefined ? [] : [["rId3", "sharedStrings", "/xl/sharedStrings.xml"] as const]),
    ]),
    "xl/worksheets/sheet1.xml": wrap(
      `<worksheet xmlns="${MAIN}"><sheetData>`,
      sheet,
      "</sheetData></worksheet>",
    ),
    "xl/styles.xml": `<styleSheet xmlns="${MAIN}"><numFmts>${codes
      .map((code) => `<numFmt numFmtId="${idOf(code)}" formatCode="${attribute(code)}"/>`)
      .join("")}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
      .map((format) => `<xf numFmtId="${idOf(format)}"/>`)
      .join("")}</cellXfs></styleSheet>`,
    ...(strings === undefined
      ? {}
      : { "xl/sharedStrings.xml": wrap(`<sst xmlns="${MAIN}">`, strings, "</sst>") }),
  };
}

/** A workbook as bytes. */
export const workbook = (pieces: Pieces): AsyncGenerator<Uint8Array> => zip(workbookParts(pieces));

/** The relations of a part: id, type and target. */
export const relations = (all: (readonly [string, string, string])[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="${RELATIONS}">${all
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${TYPES}/${type}" Target="${target}"/>`)
    .join("")}</Relationships>`;

function* wrap(start: string, part: Part, end: string): Generator<string> {
  yield start;
  if (typeof part === "string") yield part;
  else yield* part;
  yield end;
}

const attribute = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
