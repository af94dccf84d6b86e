import type { Block, DocumentInfo } from "./block";
import { COLOURS, LINE_HEIGHT, Sheet, setAttributes, type Text } from "./sheet";
import { drawFacts, drawTable } from "./table";

const COLUMNS = 4;
const GALLERY = { height: 120, gap: 12, size: 6 };

/** The room for a heading with the beginning of what follows it, so that it does not stand alone at the end of a page. */
function roomWith(next: Block | undefined): number {
  if (next?.kind === "picture") return next.height + 60;
  return next?.kind === "gallery" ? GALLERY.height + 80 : 70;
}

function drawText(sheet: Sheet, tag: string, text: string, style: Text, after: number): void {
  const lines = sheet.broken(text, sheet.width, style);
  const height = LINE_HEIGHT * style.size;
  const element = sheet.pdf.struct(tag);
  sheet.pdf.addStructure(element);
  for (let from = 0; from < lines.length; ) {
    if (sheet.room < height) sheet.startPage();
    const some = lines.slice(from, from + Math.max(1, Math.floor(sheet.room / height)));
    const top = sheet.y;
    element.add(() => sheet.lines(some, sheet.left, top, style));
    sheet.y += some.length * height;
    from += some.length;
  }
  element.end();
  sheet.y += after;
}

function drawPicture(sheet: Sheet, block: Extract<Block, { kind: "picture" }>): void {
  const caption = sheet.broken(block.caption, sheet.width, { size: 7.5 });
  const captionHeight = caption.length * 7.5 * LINE_HEIGHT + 4;
  if (sheet.room < block.height + captionHeight) sheet.startPage();
  const top = sheet.y;
  const figure = sheet.pdf.struct("Figure", { alt: block.alt });
  sheet.pdf.addStructure(figure);
  setAttributes(figure, { O: "Layout", Placement: "Block" });
  figure.add(() => {
    sheet.pdf.image(Buffer.from(block.image), sheet.left, top, { fit: [sheet.width, block.height] });
  });
  figure.end();
  sheet.y += block.height + 2;
  drawText(sheet, "P", block.caption, { size: 7.5, colour: COLOURS.soft }, 8);
}

function drawGallery(sheet: Sheet, { pictures }: Extract<Block, { kind: "gallery" }>): void {
  const width = (sheet.width - (COLUMNS - 1) * GALLERY.gap) / COLUMNS;
  for (let from = 0; from < pictures.length; from += COLUMNS) {
    const row = pictures.slice(from, from + COLUMNS).map((picture) => ({
      ...picture,
      broken: picture.lines.flatMap((line) => sheet.broken(line, width, GALLERY)),
    }));
    const below = Math.max(...row.map(({ broken }) => broken.length)) * GALLERY.size * LINE_HEIGHT + 10;
    if (sheet.room < GALLERY.height + below) sheet.startPage();
    const top = sheet.y;
    for (const [column, { image, alt, broken }] of row.entries()) {
      const left = sheet.left + column * (width + GALLERY.gap);
      const figure = sheet.pdf.struct("Figure", { alt });
      sheet.pdf.addStructure(figure);
      setAttributes(figure, { O: "Layout", Placement: "Block" });
      figure.add(() => {
        sheet.pdf.image(Buffer.from(image), left, top, { fit: [width, GALLERY.height] });
        sheet.lines(broken, left, top + GALLERY.height + 2, { size: GALLERY.size, colour: COLOURS.soft });
      });
      figure.end();
    }
    sheet.y += GALLERY.height + below;
  }
}

function draw(sheet: Sheet, block: Block, next: Block | undefined): void {
  switch (block.kind) {
    case "title":
      drawText(sheet, "H1", block.text, { size: 24 }, 2);
      drawText(sheet, "P", block.subtitle, { size: 10, colour: COLOURS.soft }, 14);
      break;
    case "heading":
      if (sheet.room < roomWith(next)) sheet.startPage();
      drawText(sheet, "H2", block.text, { size: 14 }, 4);
      break;
    case "paragraph":
      drawText(sheet, "P", block.text, { size: 9 }, 8);
      break;
    case "facts":
      drawFacts(sheet, block.facts);
      break;
    case "table":
      drawTable(sheet, block.columns, block.rows);
      break;
    case "picture":
      drawPicture(sheet, block);
      break;
    case "gallery":
      drawGallery(sheet, block);
      break;
  }
}

/** Writes a document as PDF/A-2a: fonts are embedded, texts can be selected, tables have headings. */
export async function pdfOf(blocks: readonly Block[], info: DocumentInfo): Promise<Uint8Array> {
  const sheet = new Sheet(info);
  for (const [index, block] of blocks.entries()) draw(sheet, block, blocks[index + 1]);
  return sheet.bytes();
}
