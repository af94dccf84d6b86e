import { FONT_FEATURES, fontBytes, fontRuns, replaceUnknown, widthOf } from "@assay/labels/text";
import PDFDocument from "pdfkit";
import type { DocumentInfo } from "./block";

/** A4 in points, and its margins. */
const PAGE = { width: 841.89, height: 595.28 };
const MARGIN = { side: 40, top: 40, bottom: 44 };

export const COLOURS = { ink: "#16202c", soft: "#55606e", line: "#c4cbd3", head: "#eef1f4" };
export const LINE_HEIGHT = 1.35;

export interface Text {
  size: number;
  colour?: string;
}

/** Gives an element of the structure its attributes, which the types of the library do not know. */
export function setAttributes(element: object, attributes: Record<string, string>): void {
  const dictionary: unknown = Reflect.get(element, "dictionary");
  const data: unknown =
    typeof dictionary === "object" && dictionary !== null ? Reflect.get(dictionary, "data") : undefined;
  if (typeof data !== "object" || data === null) throw new Error("The element has no dictionary.");
  Reflect.set(data, "A", attributes);
}

/** The pages of a document: landscape A4, tagged, PDF/A-2a. Coordinates are points from the top left corner. */
export class Sheet {
  readonly pdf: PDFKit.PDFDocument;
  readonly #info: DocumentInfo;
  readonly #fonts = new Set<string>();
  #page = 0;
  /** Where the next line begins. */
  y: number = MARGIN.top;

  constructor(info: DocumentInfo) {
    this.#info = info;
    const { title, language, date } = info;
    this.pdf = new PDFDocument({
      autoFirstPage: false,
      size: [PAGE.width, PAGE.height],
      margin: 0,
      pdfVersion: "1.7",
      subset: "PDF/A-2a",
      tagged: true,
      lang: language,
      displayTitle: true,
      fontLayoutCache: false,
      info: { Title: title, CreationDate: date, ModDate: date, Creator: "Assay", Producer: "Assay" },
    });
    this.startPage();
  }

  get left(): number {
    return MARGIN.side;
  }

  get width(): number {
    return PAGE.width - 2 * MARGIN.side;
  }

  get room(): number {
    return PAGE.height - MARGIN.bottom - this.y;
  }

  startPage(): void {
    this.pdf.addPage();
    this.#page += 1;
    this.y = MARGIN.top;
    this.artifact(() => {
      const number = this.#info.page(this.#page);
      const style = { size: 7.5, colour: COLOURS.soft };
      const baseline = PAGE.height - 20;
      this.line(this.#info.foot, MARGIN.side, baseline, style);
      this.line(number, PAGE.width - MARGIN.side - widthOf(number) * style.size, baseline, style);
    });
  }

  /** Draws what is no content, such as lines and the foot. */
  artifact(draw: () => void): void {
    this.pdf.markContent("Artifact", { type: "Pagination" });
    draw();
    this.pdf.endMarkedContent();
  }

  /** Breaks a text at spaces, and long words anywhere, into lines of a width. */
  broken(text: string, width: number, { size }: Text): string[] {
    return text
      .split(/[\p{Cc}\p{Zl}\p{Zp}]+/u)
      .flatMap((line) => brokenLine(replaceUnknown(line), width / size));
  }

  /** Writes one line with its baseline at `y`. */
  line(text: string, x: number, y: number, { size, colour = COLOURS.ink }: Text): void {
    let left = x;
    this.pdf.fillColor(colour).fontSize(size);
    for (const run of fontRuns(text)) {
      if (!this.#fonts.has(run.subset)) this.pdf.registerFont(run.subset, fontBytes(run.subset));
      this.#fonts.add(run.subset);
      // The types know a list of features to switch on only. With its width, the text is not laid out for it again.
      const options: object = {
        lineBreak: false,
        baseline: "alphabetic",
        features: FONT_FEATURES,
        textWidth: run.width * size,
      };
      this.pdf.font(run.subset).text(run.text, left, y, options);
      left += run.width * size;
    }
  }

  /** Writes lines below each other, the first with its top at `y`. */
  lines(lines: readonly string[], x: number, y: number, style: Text): void {
    for (const [i, line] of lines.entries())
      this.line(line, x, y + (i * LINE_HEIGHT + 1) * style.size, style);
  }

  /** Ends the document and returns its bytes. */
  async bytes(): Promise<Uint8Array> {
    this.pdf.end();
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.pdf) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks);
  }
}

/** Breaks one line to a width in font sizes. */
function brokenLine(line: string, room: number): string[] {
  const rows: string[] = [];
  let row = "";
  let used = 0;
  const end = () => {
    rows.push(row.trimEnd());
    row = "";
    used = 0;
  };
  for (const word of line.match(/\S+\s*|\s+/g) ?? []) {
    const needed = widthOf(word.trimEnd());
    if (used > 0 && used + needed > room) end();
    if (needed > room) {
      for (const character of word) {
        const width = widthOf(character);
        if (used > 0 && used + width > room) end();
        row += character;
        used += width;
      }
    } else {
      row += word;
      used += widthOf(word);
    }
  }
  if (row !== "" || rows.length === 0) end();
  return rows;
}
