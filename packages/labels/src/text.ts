import widths from "./widths.json" with { type: "json" };

/** Millimetres of a typographic point. */
export const POINT_MM = 25.4 / 72;

/** Distance of baselines, in font sizes. */
const LINE_HEIGHT = 1.2;
/** More distance between lines than between the rows of a broken one, in font sizes. */
const LINE_GAP = 0.3;
/** Height of capitals in Inter, in font sizes. */
const CAP_HEIGHT = 0.7275;
const UNITS_PER_SIZE = 2048;

/** Stands for a character that no font file has. */
const REPLACEMENT = "?";
const ELLIPSIS = "…";

interface Glyph {
  /** Number of the font file in `widths.json`, the first that has the character. */
  file: number;
  width: number;
}

const glyphs = new Map<string, Glyph>();
const covered = widths.map(({ characters }, file) => {
  for (const [i, character] of [...characters].entries()) {
    const width = widths[file]?.widths[i] ?? 0;
    if (!glyphs.has(character)) glyphs.set(character, { file, width });
  }
  return new Set(characters);
});

/** Consecutive characters of one font file. */
export interface FontRun {
  text: string;
  /** Subset of Inter: `latin`, `cyrillic`, … */
  subset: string;
  /** Width in font sizes. */
  width: number;
}

/** Cuts a text into runs by font file. A run goes on while its file has the characters, so that spaces do not end it. */
export function fontRuns(text: string): FontRun[] {
  const runs: (FontRun & { file: number })[] = [];
  for (const character of text) {
    const { file, width } = glyphs.get(character) ?? { file: 0, width: 0 };
    const last = runs.at(-1);
    const size = width / UNITS_PER_SIZE;
    if (last && covered[last.file]?.has(character)) {
      last.text += character;
      last.width += size;
    } else {
      runs.push({ text: character, subset: widths[file]?.subset ?? "", width: size, file });
    }
  }
  return runs;
}

/** Width of a text in font sizes. */
export function widthOf(text: string): number {
  let sum = 0;
  for (const character of text) sum += glyphs.get(character)?.width ?? 0;
  return sum / UNITS_PER_SIZE;
}

/** One row of text in its place, in millimetres. */
export interface TextRow {
  text: string;
  /** Left end. */
  x: number;
  baseline: number;
  size: number;
  width: number;
}

/** A place for text, in millimetres. */
export interface TextArea {
  x: number;
  y: number;
  width: number;
  height: number;
  align: "left" | "center";
}

export interface FontSizes {
  fontSizePt: number;
  minFontSizePt: number;
}

export interface FittedText {
  rows: TextRow[];
  isCut: boolean;
  isReplaced: boolean;
}

/** Part of a broken line, or a whole one. */
interface Row {
  text: string;
  isFirst: boolean;
}

const STEP_PT = 0.25;
/** Above this share of the font size, smaller text is better than a broken line. */
const UNBROKEN_SHARE = 0.8;

/** Height of unbroken lines in millimetres. */
export const heightOfLines = (count: number, sizePt: number): number =>
  Math.max(0, count * (LINE_HEIGHT + LINE_GAP) - LINE_GAP) * sizePt * POINT_MM;

/** Height in font sizes. */
const heightOf = (rows: Row[]) =>
  rows.length * LINE_HEIGHT + LINE_GAP * rows.filter(({ isFirst }, i) => isFirst && i > 0).length;

/**
 * Sets lines into an area, vertically centred: in their size, a little smaller, broken at spaces and hyphens and smaller
 * still, and at the smallest size cut with an ellipsis.
 */
export function fitText(
  lines: string[],
  area: TextArea,
  { fontSizePt, minFontSizePt }: FontSizes,
): FittedText {
  const replaced = lines.map(replaceUnknown);
  const isReplaced = replaced.some((line, i) => line !== plain(lines[i] ?? ""));
  const leastPt = Math.min(fontSizePt, minFontSizePt);
  const done = (rows: Row[], size: number, isCut: boolean) => ({
    rows: place(rows, area, size),
    isCut,
    isReplaced,
  });
  const fits = (rows: Row[], size: number) =>
    heightOf(rows) * size <= area.height + 1e-6 &&
    rows.every(({ text }) => widthOf(text) * size <= area.width);
  const unbroken = replaced.map((text) => ({ text, isFirst: true }));
  for (let pt = fontSizePt; pt >= Math.max(leastPt, UNBROKEN_SHARE * fontSizePt); pt -= STEP_PT) {
    if (fits(unbroken, pt * POINT_MM)) return done(unbroken, pt * POINT_MM, false);
  }
  for (let pt = fontSizePt; pt >= leastPt; pt -= STEP_PT) {
    const broken = breakLines(replaced, area.width / (pt * POINT_MM));
    if (fits(broken, pt * POINT_MM)) return done(broken, pt * POINT_MM, false);
  }
  const size = leastPt * POINT_MM;
  const rows = breakLines(replaced, area.width / size);
  const kept = rows.filter((_, i) => heightOf(rows.slice(0, i + 1)) * size <= area.height + 1e-6);
  const isMoreBelow = (i: number) => i === kept.length - 1 && rows.length > kept.length;
  const cutRows = kept.map((row, i) => ({ ...row, text: cut(row.text, area.width / size, isMoreBelow(i)) }));
  return done(cutRows, size, true);
}

/** A text as one line without characters that have no shape; white space that no font file has becomes one space. */
const plain = (line: string): string =>
  line
    .normalize("NFC")
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/\s+/g, (space) => ([...space].every((one) => glyphs.has(one)) ? space : " "));

/** Makes a text one line, and replaces characters that no font file has. */
export const replaceUnknown = (line: string): string =>
  [...plain(line)].map((character) => (glyphs.has(character) ? character : REPLACEMENT)).join("");

/** Breaks lines after spaces and hyphens where they exceed a width in font sizes. */
function breakLines(lines: string[], room: number): Row[] {
  return lines.flatMap((line) => {
    const rows: string[] = [];
    for (const word of line.match(/[^\s-]*[\s-]+|[^\s-]+$/g) ?? []) {
      const last = rows.at(-1);
      if (last !== undefined && widthOf((last + word).trimEnd()) <= room) rows[rows.length - 1] = last + word;
      else rows.push(word);
    }
    return rows.map((row, i) => ({ text: row.trimEnd(), isFirst: i === 0 }));
  });
}

/** Shortens a row to a width in font sizes; the ellipsis also stands for rows without a place. */
function cut(row: string, room: number, isMoreBelow: boolean): string {
  if (!isMoreBelow && widthOf(row) <= room) return row;
  const characters = [...row];
  while (characters.length > 0 && widthOf(characters.join("").trimEnd() + ELLIPSIS) > room) characters.pop();
  return characters.join("").trimEnd() + ELLIPSIS;
}

function place(rows: Row[], area: TextArea, size: number): TextRow[] {
  let top = area.y + (area.height - heightOf(rows) * size) / 2;
  return rows.map(({ text, isFirst }, i) => {
    if (isFirst && i > 0) top += LINE_GAP * size;
    const width = widthOf(text) * size;
    const x = area.align === "left" ? area.x : area.x + (area.width - width) / 2;
    const baseline = top + ((LINE_HEIGHT + CAP_HEIGHT) / 2) * size;
    top += LINE_HEIGHT * size;
    return { text, x, baseline, size, width };
  });
}
