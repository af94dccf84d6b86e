import PDFDocument from "pdfkit";
import { FONT_FEATURES, fontBytes } from "./fonts";
import { type Drawing, drawInFile, type LabelContent } from "./label";
import { cornerOf, cutMarks, type Layout } from "./layout";
import { type PlacedSymbol, SCRATCH_LINE_MM, type ScratchField } from "./scratch";
import { short } from "./svg";
import { fontRuns } from "./text";

const POINTS_PER_MM = 72 / 25.4;

/** The data of a PDF. The same data and contents give the same bytes. */
export interface PdfInfo {
  title: string;
  date: Date;
}

/**
 * Writes labels as a PDF, page after page: only one page is in memory.
 * A label without room for its symbol shows its text: try the largest symbols with `fitted` before.
 */
export async function* pdfOfLabels(
  layout: Layout,
  contents: Iterable<LabelContent> | AsyncIterable<LabelContent>,
  { title, date }: PdfInfo,
): AsyncGenerator<Uint8Array> {
  const { grid, style, skip = 0 } = layout;
  const perPage = grid.columns * grid.rows;
  const size: [number, number] = [grid.page.width * POINTS_PER_MM, grid.page.height * POINTS_PER_MM];
  const info = { Title: title, CreationDate: date, Creator: "Assay", Producer: "Assay" };
  // A cache of laid out words would keep every identifier, and a default font would be read for nothing.
  const options = {
    autoFirstPage: false,
    pdfVersion: "1.7" as const,
    displayTitle: true,
    fontLayoutCache: false,
  };
  const document = new PDFDocument({ ...options, size, margin: 0, info });
  const fonts = new Set<string>();
  const startPage = () => {
    document.addPage();
    if (layout.cutMarks) drawCutMarks(document, layout);
  };
  let place = skip % perPage;
  startPage();
  for await (const content of contents) {
    if (place === perPage) {
      startPage();
      place = 0;
      yield* written(document);
    }
    drawInPdf(
      document,
      drawInFile({ ...content, width: grid.width, height: grid.height, style }),
      cornerOf(layout, place),
      fonts,
    );
    place += 1;
  }
  document.end();
  yield* document;
}

/** The bytes that a document has written so far. */
function* written(document: PDFKit.PDFDocument): Generator<Uint8Array> {
  for (let chunk = document.read(); chunk !== null; chunk = document.read()) yield chunk;
}

function drawInPdf(
  document: PDFKit.PDFDocument,
  drawing: Drawing,
  corner: { x: number; y: number },
  fonts: Set<string>,
): void {
  const { rows, scratch } = drawing;
  drawSymbol(document, drawing, corner);
  if (scratch?.symbol) drawSymbol(document, scratch.symbol, corner);
  if (scratch) drawBox(document, scratch, corner);
  for (const row of rows) {
    let left = corner.x + row.x;
    for (const { text, subset, width } of fontRuns(row.text)) {
      if (!fonts.has(subset)) document.registerFont(subset, fontBytes(subset));
      fonts.add(subset);
      // The types know a list of features to switch on only. With its width, the text is not laid out for it again.
      const textWidth = width * row.size * POINTS_PER_MM;
      const options: object = {
        lineBreak: false,
        baseline: "alphabetic",
        features: FONT_FEATURES,
        textWidth,
      };
      const [atX, atY] = [left * POINTS_PER_MM, (corner.y + row.baseline) * POINTS_PER_MM];
      document
        .font(subset)
        .fontSize(row.size * POINTS_PER_MM)
        .text(text, atX, atY, options);
      left += width * row.size;
    }
  }
}

function drawSymbol(
  document: PDFKit.PDFDocument,
  { modules, x, y, moduleMm, rowMm }: PlacedSymbol,
  corner: { x: number; y: number },
): void {
  const numbers = [moduleMm, 0, 0, rowMm, corner.x + x, corner.y + y].map((mm) => short(mm * POINTS_PER_MM));
  const runs = modules.runs.map((run) => `${run.x} ${run.y} ${run.width} 1 re`);
  document.addContent(`q ${numbers.join(" ")} cm\n${runs.join("\n")}\nf Q`);
}

function drawBox(
  document: PDFKit.PDFDocument,
  { x, y, width, height }: ScratchField,
  corner: { x: number; y: number },
): void {
  const [left, top, wide, high] = [corner.x + x, corner.y + y, width, height].map((mm) => mm * POINTS_PER_MM);
  document
    .save()
    .lineWidth(SCRATCH_LINE_MM * POINTS_PER_MM)
    .rect(left ?? 0, top ?? 0, wide ?? 0, high ?? 0)
    .stroke()
    .restore();
}

function drawCutMarks(document: PDFKit.PDFDocument, layout: Layout): void {
  document.save().lineWidth(0.25);
  for (const line of cutMarks(layout)) {
    const [x1, y1, x2, y2] = line;
    document.moveTo(x1 * POINTS_PER_MM, y1 * POINTS_PER_MM).lineTo(x2 * POINTS_PER_MM, y2 * POINTS_PER_MM);
  }
  document.stroke().restore();
}
