import { createParser, type SingleParserBuilder } from "nuqs";
import type { ColumnList } from "./cookie";

interface Declared<Name extends string> {
  list: ColumnList;
  /** Every optional column, in the order of the choice. */
  all: readonly Name[];
  /** Those that are shown until others are chosen. */
  shown: readonly Name[];
  /** The columns of an exported file that hold what the list's first column shows, and what the optional ones show. */
  firstInFile: readonly string[];
  inFile: Record<Name, readonly string[]>;
}

/** The optional columns of a list. Its first column always stays. */
export interface ColumnSet<Name extends string> extends Declared<Name> {
  parsers: { columns: SingleParserBuilder<Name[]> };
}

const NONE = "none";
const SEPARATOR = ",";

/** The columns that a text names, in its order; null if it names an unknown one. */
function columnsIn<Name extends string>(all: readonly Name[], text: string): Name[] | null {
  if (text === NONE) return [];
  const names = [...new Set(text.split(SEPARATOR))];
  const known = names.flatMap((name) => all.find((one) => one === name) ?? []);
  return known.length === names.length ? known : null;
}

const textOf = (names: readonly string[]) => (names.length === 0 ? NONE : names.join(SEPARATOR));

/** Declares the optional columns of a list, as a module constant. */
export function columnSet<const Name extends string>(declared: Declared<Name>): ColumnSet<Name> {
  const columns = createParser<Name[]>({
    parse: (text) => columnsIn(declared.all, text),
    serialize: textOf,
    eq: (a, b) => textOf(a) === textOf(b),
  });
  return { ...declared, parsers: { columns } };
}

/** The stored choice of this device, or the columns shown at first. */
export const keptIn = <Name extends string>(
  { all, shown }: ColumnSet<Name>,
  cookie: string | undefined,
): Name[] => (cookie === undefined ? null : columnsIn(all, cookie)) ?? [...shown];

export const cookieOf = textOf;

/** The columns of an exported file that hold what a list shows, in its order. */
export const shownInFile = <Name extends string>(
  { firstInFile, inFile }: ColumnSet<Name>,
  names: readonly Name[],
): string[] => [...new Set([...firstInFile, ...names.flatMap((name) => inFile[name])])];

/** Whether two choices have the same columns, in any order. */
export const hasSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((name) => b.includes(name));
