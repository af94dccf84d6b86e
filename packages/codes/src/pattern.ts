import { MIN_RANDOM_CHARACTERS } from "./random";

/** A part of an identifier. */
export type Part =
  | { kind: "text"; text: string }
  | { kind: "group" }
  | { kind: "number"; width: number; start: number }
  | { kind: "random"; characters: number }
  | { kind: "check" };

/** The form of a producer's identifiers. */
export interface Pattern {
  parts: Part[];
  /** Length of the longest identifier, in code points. */
  maxCharacters: number;
}

export type PatternFaultCode =
  | "brace"
  | "unknown-part"
  | "number-width"
  | "number-start"
  | "random-length"
  | "repeated-part"
  | "check-not-last"
  | "not-unique"
  | "character"
  | "edge"
  | "too-long"
  | "group"
  | "numbers-used-up";

/** A pattern, or its use, breaks a rule. `at` is the place in the pattern's text, counted in UTF-16 units from 0. */
export class PatternFault extends Error {
  constructor(
    readonly code: PatternFaultCode,
    message: string,
    readonly at?: number,
  ) {
    super(at === undefined ? message : `${message} (character ${at + 1})`);
    this.name = "PatternFault";
  }
}

/** Numbers stay exact up to this width. */
const MAX_NUMBER_WIDTH = 15;

/** A doubled brace, a part in braces, a single brace, or text. */
const TOKEN = /\{\{|\}\}|\{[^{}]*\}|[{}]|[^{}]+/g;

/** Length of a text in code points. */
export const charactersOf = (text: string): number => [...text].length;

/**
 * Reads a pattern such as `ACME-{group}-{number:6}-{random:13}{check}`. `{number:6:500}` starts at 500, and `{{` and
 * `}}` are braces of the text.
 * @throws PatternFault
 */
export function parsePattern(text: string, { maxCharacters }: { maxCharacters: number }): Pattern {
  const parts: Part[] = [];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const part = partOf(token, index);
    const last = parts.at(-1);
    if (last?.kind === "check") {
      throw new PatternFault("check-not-last", "The check character must be the last part.", index);
    }
    if (part.kind === "text") {
      if (last?.kind === "text") last.text += part.text;
      else parts.push(part);
      continue;
    }
    if (parts.some(({ kind }) => kind === part.kind)) {
      throw new PatternFault("repeated-part", `The part {${part.kind}} occurs twice.`, index);
    }
    parts.push(part);
  }
  const pattern = { parts, maxCharacters };
  checkWhole(pattern, text);
  return pattern;
}

function partOf(token: string, at: number): Part {
  if (token === "{{" || token === "}}") return { kind: "text", text: token.charAt(0) };
  if (token === "{" || token === "}") {
    throw new PatternFault(
      "brace",
      `The brace ${token} has no partner; write ${token}${token} for text.`,
      at,
    );
  }
  if (!token.startsWith("{")) return textPart(token, at);
  const [name = "", ...values] = token.slice(1, -1).split(":");
  if ((name === "group" || name === "check") && values.length === 0) return { kind: name };
  if (name === "number" && values.length <= 2) return numberPart(values, at);
  if (name === "random" && values.length <= 1) return randomPart(values, at);
  throw new PatternFault("unknown-part", `${token} is no part; use group, number, random or check.`, at);
}

function textPart(text: string, at: number): Part {
  const control = text.search(/\p{Cc}/u);
  if (control === -1) return { kind: "text", text };
  throw new PatternFault("character", "An identifier has no control characters.", at + control);
}

function numberPart([width = "", start = "1"]: string[], at: number): Part {
  if (!/^\d{1,2}$/.test(width) || Number(width) < 1 || Number(width) > MAX_NUMBER_WIDTH) {
    throw new PatternFault(
      "number-width",
      `A number has 1 to ${MAX_NUMBER_WIDTH} digits, as {number:6}.`,
      at,
    );
  }
  if (!/^\d+$/.test(start) || Number(start) >= 10 ** Number(width)) {
    throw new PatternFault("number-start", `The first number must fit ${width} digits.`, at);
  }
  return { kind: "number", width: Number(width), start: Number(start) };
}

function randomPart([characters = ""]: string[], at: number): Part {
  if (!/^\d{1,3}$/.test(characters) || Number(characters) < MIN_RANDOM_CHARACTERS) {
    const least = `{random:${MIN_RANDOM_CHARACTERS}}`;
    throw new PatternFault("random-length", `A random part has at least 64 bits, as ${least}.`, at);
  }
  return { kind: "random", characters: Number(characters) };
}

function checkWhole(pattern: Pattern, text: string): void {
  const { parts, maxCharacters } = pattern;
  if (!parts.some(({ kind }) => kind === "number" || kind === "random")) {
    throw new PatternFault("not-unique", "A pattern needs a number or a random part.", text.length);
  }
  const [first, last] = [parts.at(0), parts.at(-1)];
  if (first?.kind === "text" && first.text !== first.text.trimStart()) {
    throw new PatternFault("edge", "An identifier does not begin with a space.", 0);
  }
  if (last?.kind === "text" && last.text !== last.text.trimEnd()) {
    throw new PatternFault("edge", "An identifier does not end with a space.", text.length - 1);
  }
  if (lengthOf(pattern) > maxCharacters) {
    throw new PatternFault("too-long", `An identifier has at most ${maxCharacters} characters.`, text.length);
  }
}

/** Length of a pattern's identifiers in code points; a group has one character unless its text is given. */
export function lengthOf({ parts }: Pattern, group = "-"): number {
  return parts.reduce((sum, part) => sum + partLength(part, group), 0);
}

function partLength(part: Part, group: string): number {
  switch (part.kind) {
    case "text":
      return charactersOf(part.text);
    case "group":
      return charactersOf(group);
    case "number":
      return part.width;
    case "random":
      return part.characters;
    case "check":
      return 1;
  }
}

/** Writes a pattern as the text that `parsePattern` reads. */
export const printPattern = ({ parts }: Pattern): string => parts.map(printPart).join("");

function printPart(part: Part): string {
  switch (part.kind) {
    case "text":
      return part.text.replace(/[{}]/g, "$&$&");
    case "number":
      return part.start === 1 ? `{number:${part.width}}` : `{number:${part.width}:${part.start}}`;
    case "random":
      return `{random:${part.characters}}`;
    default:
      return `{${part.kind}}`;
  }
}
