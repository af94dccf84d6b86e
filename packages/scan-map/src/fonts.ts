import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { GlobalFonts } from "@napi-rs/canvas";

const { resolve } = createRequire(import.meta.url);

/** A package of fonts, cut into files by ranges of characters. */
interface FontPackage {
  name: string;
  /** The subsets in use; all by default. */
  subsets?: string[];
  /** One file for each weight; a variable font has one file for all. */
  weights?: number[];
}

export type Weight = 400 | 500 | 600;

const CJK = { ja: "noto-sans-jp", zh: "noto-sans-sc", ko: "noto-sans-kr" };

/** In the order of preference for a character. */
const PACKAGES: FontPackage[] = [
  {
    name: "@fontsource/inter",
    subsets: ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "greek-ext", "vietnamese"],
    weights: [400, 500, 600],
  },
  { name: "@fontsource/noto-sans-arabic", subsets: ["arabic"], weights: [400, 500, 600] },
  { name: "@fontsource/noto-sans-hebrew", subsets: ["hebrew"], weights: [400, 500, 600] },
  { name: "@fontsource/noto-sans-thai", subsets: ["thai"], weights: [400, 500, 600] },
  { name: "@fontsource/noto-sans-devanagari", subsets: ["devanagari"], weights: [400, 500, 600] },
  ...Object.values(CJK).map((name) => ({ name: `@fontsource-variable/${name}` })),
];

/** A font file, or one for each weight, and its characters. */
interface Subset {
  family: string;
  files: string[];
  covers(codePoint: number): boolean;
}

const subsetsByPackage = new Map<string, Subset[]>();
const registered = new Set<string>();

/** Parses the ranges of a subset, as in `U+0100-02BA,U+02BD`. */
function coverage(ranges: string): (codePoint: number) => boolean {
  const pairs = ranges.split(",").map((range) => {
    const [first = "", last = first] = range.trim().replace(/^U\+/i, "").split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
  return (codePoint) => pairs.some(([from, to]) => codePoint >= from && codePoint <= to);
}

function subsetsOf({ name, subsets, weights }: FontPackage): Subset[] {
  const cached = subsetsByPackage.get(name);
  if (cached) return cached;
  const list = resolve(`${name}/unicode.json`);
  const folder = path.dirname(list);
  const short = name.slice(name.indexOf("/") + 1);
  const ranges: Record<string, string> = JSON.parse(readFileSync(list, "utf8"));
  const made = Object.entries(ranges)
    .map(([key, range]) => ({ subset: key.replace(/[[\]]/g, ""), range }))
    .filter(({ subset }) => subsets === undefined || subsets.includes(subset))
    .map(({ subset, range }) => ({
      family: `Map ${short} ${subset}`,
      files: (weights ?? ["wght"]).map((weight) =>
        path.join(folder, "files", `${short}-${subset}-${weight}-normal.woff2`),
      ),
      covers: coverage(range),
    }));
  subsetsByPackage.set(name, made);
  return made;
}

/** The packages, with the reader's Chinese, Japanese or Korean one first: each draws the same character differently. */
function packagesFor(language: string): FontPackage[] {
  const own = Object.entries(CJK).find(([code]) => code === language)?.[1];
  const isOwn = ({ name }: FontPackage) => own !== undefined && name.endsWith(own);
  return [...PACKAGES].sort((one, other) => Number(isOwn(other)) - Number(isOwn(one)));
}

const FIRST_BEYOND_LATIN = 0x2e80;

/** Characters that only control how others are drawn. */
const INVISIBLE = /[\u200B-\u200F\u061C\u2066-\u2069]/u;

/**
 * The font families of a text, Latin first; undefined if a character is in no bundled font. Loads a font when a text
 * first needs it, so that a Latin map loads no others.
 */
function familiesFor(text: string, language: string): string[] | undefined {
  const families = new Set<string>();
  for (const char of new Set(text)) {
    if (INVISIBLE.test(char)) continue;
    const subsets = subsetsFor(char.codePointAt(0) ?? 0, language);
    if (subsets.length === 0) return undefined;
    for (const subset of subsets) {
      load(subset);
      families.add(subset.family);
    }
  }
  return [...families];
}

/** The subsets of the first package with a character. They overlap, and some lack listed characters (Inter's Latin has no ı). */
function subsetsFor(codePoint: number, language: string): Subset[] {
  // Latin comes first even for a language with its own package, so that names look the same in all languages.
  const inOrder = codePoint < FIRST_BEYOND_LATIN ? PACKAGES : packagesFor(language);
  for (const fonts of inOrder) {
    const subsets = subsetsOf(fonts).filter(({ covers }) => covers(codePoint));
    if (subsets.length > 0) return subsets;
  }
  return [];
}

function load({ family, files }: Subset): void {
  if (registered.has(family)) return;
  for (const file of files) {
    if (!GlobalFonts.registerFromPath(file, family)) throw new Error(`The font ${file} cannot be loaded.`);
  }
  registered.add(family);
}

/** Whether the bundled fonts have all characters of a text. */
export const canDraw = (text: string, language = "en") => familiesFor(text, language) !== undefined;

/** Removes the characters that no bundled font has. */
export const drawablePart = (text: string) => [...text].filter((char) => canDraw(char)).join("");

/** The canvas's `font` for a text, whose characters must be in bundled fonts: see `canDraw`. */
export function fontFor(text: string, size: number, weight: Weight, language = "en"): string {
  const families = familiesFor(text, language) ?? [];
  return `${weight} ${size}px ${families.map((family) => `"${family}"`).join(", ")}`;
}

/** The families loaded so far. */
export const loadedFamilies = (): string[] => [...registered];
