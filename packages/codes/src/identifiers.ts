import { CHECKED_ALPHABET, checkCharacter, hasValidCheck } from "./check";
import { lengthOf, type Part, type Pattern, PatternFault } from "./pattern";
import { RANDOM_ALPHABET, type RandomBytes, randomTexts } from "./random";

/** What one run of a pattern makes. */
export interface Run {
  count: number;
  /** The first running number; the pattern's start by default. Give the number after the last of the run before. */
  from?: number;
  /** The group's name, in patterns with `{group}`. */
  group?: string;
  /** The source of random bytes; `crypto` by default. */
  randomBytes?: RandomBytes;
}

const CHECKED_TEXT = new RegExp(`^[${CHECKED_ALPHABET}]+$`);

/**
 * Makes identifiers one after the other. A running number makes them different within a run, and between runs that do
 * not share numbers. A random part makes equal ones improbable (65 bits or more); the caller's unique index excludes them.
 * @throws PatternFault before the first identifier, if the group or the numbers do not fit the pattern
 */
export function identifiers(pattern: Pattern, run: Run): Generator<string> {
  const number = pattern.parts.find((part) => part.kind === "number");
  const from = run.from ?? number?.start ?? 0;
  checkGroup(pattern, run.group);
  if (number && from + run.count > 10 ** number.width) {
    const left = Math.max(0, 10 ** number.width - from);
    throw new PatternFault("numbers-used-up", `From ${from}, ${number.width} digits give ${left} numbers.`);
  }
  return generate(pattern.parts, { ...run, from });
}

function* generate(parts: Part[], { count, from, group = "", randomBytes }: Run & { from: number }) {
  const randomText = randomTexts(randomBytes);
  for (let number = from; number < from + count; number += 1) {
    let identifier = "";
    for (const part of parts) {
      if (part.kind === "text") identifier += part.text;
      else if (part.kind === "group") identifier += group;
      else if (part.kind === "number") identifier += String(number).padStart(part.width, "0");
      else if (part.kind === "random") identifier += randomText(part.characters);
      else identifier += checkCharacter(identifier);
    }
    yield identifier;
  }
}

function checkGroup(pattern: Pattern, group = ""): void {
  const { parts, maxCharacters } = pattern;
  if (!parts.some(({ kind }) => kind === "group")) return;
  const checked = parts.some(({ kind }) => kind === "check");
  if (checked && !CHECKED_TEXT.test(group)) {
    throw new PatternFault("group", "With a check character, a group's text has only 0-9 and A-Z.");
  }
  if (group === "" || group !== group.trim() || /\p{Cc}/u.test(group)) {
    throw new PatternFault(
      "group",
      "A group's text is not empty, not padded, and has no control characters.",
    );
  }
  if (lengthOf(pattern, group) > maxCharacters) {
    throw new PatternFault("too-long", `With this group an identifier exceeds ${maxCharacters} characters.`);
  }
}

/** Turns a group's name into text of 0-9 and A-Z: `Größe M` becomes `GROSSEM`. Other scripts leave nothing. */
export const groupText = (name: string): string =>
  name
    .normalize("NFD")
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "");

/**
 * Whether an identifier has the form of a pattern and, with `{check}`, the right check character. All parts but the
 * group have a fixed length, so an error that touches a separator breaks the form.
 */
export function verifyCheck({ parts }: Pattern, identifier: string): boolean {
  const checked = parts.some(({ kind }) => kind === "check");
  const form = parts.map((part) => formOf(part, checked)).join("");
  return new RegExp(`^${form}$`, "u").test(identifier) && (!checked || hasValidCheck(identifier));
}

function formOf(part: Part, checked: boolean): string {
  switch (part.kind) {
    case "text":
      return part.text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    case "group":
      return checked ? `[${CHECKED_ALPHABET}]+` : "[^\\p{Cc}]+";
    case "number":
      return `\\d{${part.width}}`;
    case "random":
      return `[${RANDOM_ALPHABET}]{${part.characters}}`;
    case "check":
      return `[${CHECKED_ALPHABET}]`;
  }
}
