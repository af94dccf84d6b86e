import {
  BITS,
  bitsOf,
  ClaimFault,
  type ClaimKind,
  claimMatches,
  classOfBits,
  companyDigits,
  parseClaim,
  printShape,
  type ShapePart,
} from "@assay/codes";

/** A pattern found in a sample of identifiers. */
export interface FoundPattern {
  kind: ClaimKind;
  text: string;
  /** The share of the sample that it matches, from 0 to 1. */
  share: number;
  example: string;
}

const MIN_IDENTIFIERS = 3;
const MIN_SHARE = 0.02;
const MAX_FOUND = 5;
/** A company prefix has at most this many digits that all its products share. */
const MAX_COMPANY_DIGITS = 9;
const COMPANY_GROUP_DIGITS = 7;

const RUN = /[A-Za-z0-9]+|[^A-Za-z0-9]+/g;
const runsOf = (identifier: string) => identifier.match(RUN) ?? [];
const isWord = (run: string) => /^[A-Za-z0-9]/.test(run);

function grouped(identifiers: string[], keyOf: (one: string) => string | undefined): string[][] {
  const groups = new Map<string, string[]>();
  for (const one of identifiers) {
    const key = keyOf(one);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].filter(({ length }) => length >= MIN_IDENTIFIERS);
}

const sharedStart = (texts: string[]) => {
  const [first = ""] = texts;
  let length = first.length;
  for (const one of texts) while (!one.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
};

const unionOf = (texts: string[]) =>
  texts.reduce((bits, text) => [...text].reduce((all, one) => all | bitsOf(one), bits), 0);

/** The parts of a stretch of letters and digits: what all texts share at its start and has no digits before others, and a class. */
function partsOfRun(texts: string[]): ShapePart[] {
  const [first = ""] = texts;
  if (texts.every((one) => one === first)) return [{ kind: "text", text: first }];
  const start = sharedStart(texts);
  // Zeros and years that lead a serial number are part of it.
  const fixed = start.replace(/[0-9]+$/, "");
  const rests = texts.map((one) => one.slice(fixed.length));
  const lengths = rests.map(({ length }) => length);
  const name = classOfBits(unionOf(rests));
  const min = Math.min(...lengths);
  if (name === undefined || min === 0) return [{ kind: "text", text: first }];
  const varying: ShapePart = { kind: "class", name, min, max: Math.max(...lengths) };
  return fixed === "" ? [varying] : [{ kind: "text", text: fixed }, varying];
}

/** Joins neighbouring texts. */
function joined(parts: ShapePart[]): ShapePart[] {
  const all: ShapePart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (part.kind === "text" && last?.kind === "text") last.text += part.text;
    else all.push({ ...part });
  }
  return all;
}

/** The shape of identifiers with equal separators. */
function shapeOf(identifiers: string[]): string {
  const rows = identifiers.map(runsOf);
  const [first = []] = rows;
  const parts = first.flatMap((run, at): ShapePart[] =>
    isWord(run) ? partsOfRun(rows.map((row) => row[at] ?? "")) : [{ kind: "text", text: run }],
  );
  return printShape(joined(parts));
}

const structureOf = (identifier: string) =>
  runsOf(identifier)
    .map((run) => (isWord(run) ? "x" : run))
    .join("");
const lengthsOf = (identifier: string) =>
  runsOf(identifier)
    .map((run) => (isWord(run) ? `x${run.length}` : run))
    .join("");
const leadOf = (identifier: string) =>
  /^[A-Za-z]+(?=[^A-Za-z]|$)/.exec(identifier)?.[0] ?? identifier.slice(0, 3);
const MIXED = BITS.capitals | BITS.small;

/** A key that keeps identifiers with and without small letters apart, because one class for both would match more. */
const caseOf = (identifier: string) => ((unionOf([identifier]) & MIXED) === MIXED ? "mixed" : "");

function matchingIn(sample: string[], kind: ClaimKind, text: string): FoundPattern | undefined {
  try {
    const claim = parseClaim(kind, text);
    const matched = sample.filter((one) => claimMatches(claim, one));
    const [example] = matched;
    const share = matched.length / sample.length;
    if (example === undefined || matched.length < MIN_IDENTIFIERS || share < MIN_SHARE) return undefined;
    return { kind, text, share, example };
  } catch (fault) {
    // Too weak to be claimed.
    if (fault instanceof ClaimFault) return undefined;
    throw fault;
  }
}

/**
 * The patterns that identifiers of a producer have, those of most identifiers first: GS1 company prefixes, and shapes of
 * identifiers with the same start, separators and lengths, else with lengths that vary.
 */
export function patternsIn(sample: string[]): FoundPattern[] {
  const companies = grouped(sample, (one) => companyDigits(one)?.slice(0, COMPANY_GROUP_DIGITS)).map(
    (group) => sharedStart(group.map((one) => companyDigits(one) ?? "")).slice(0, MAX_COMPANY_DIGITS),
  );
  const others = sample.filter((one) => companyDigits(one) === undefined);
  const keys = [
    (one: string) => `${leadOf(one)} ${lengthsOf(one)} ${caseOf(one)}`,
    (one: string) => `${leadOf(one)} ${structureOf(one)} ${caseOf(one)}`,
    (one: string) => `${one.slice(0, 3)} ${lengthsOf(one)} ${caseOf(one)}`,
  ];
  const shapes = keys.flatMap((keyOf) => grouped(others, keyOf).map(shapeOf));
  const found = [
    ...companies.flatMap((text) => matchingIn(sample, "gs1", text) ?? []),
    ...[...new Set(shapes)].flatMap((text) => matchingIn(sample, "shape", text) ?? []),
  ].toSorted((a, b) => b.share - a.share || a.text.length - b.text.length);
  // A pattern that adds no identifiers to those before it says nothing new.
  const left = new Set(sample);
  const kept: FoundPattern[] = [];
  for (const one of found) {
    const claim = parseClaim(one.kind, one.text);
    const added = [...left].filter((identifier) => claimMatches(claim, identifier));
    if (added.length < MIN_IDENTIFIERS || kept.length === MAX_FOUND) continue;
    for (const identifier of added) left.delete(identifier);
    kept.push(one);
  }
  return kept;
}
