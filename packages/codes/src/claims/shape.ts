import { CLASSES, classNamed, type Element } from "./elements";

/** A claim's text breaks a rule. `at` is the place in the text, counted in UTF-16 units from 0. */
export class ClaimFault extends Error {
  constructor(
    readonly code: ClaimFaultCode,
    message: string,
  ) {
    super(message);
    this.name = "ClaimFault";
  }
}

/** A part of a shape. */
export type ShapePart = Exclude<Element, { kind: "any" }>;

export type ClaimFaultCode = "syntax" | "too-long" | "too-weak" | "no-start" | "not-a-company-prefix";

const TOKEN = /\{\{|\}\}|\{([a-z-]+):(\d{1,3})(?:-(\d{1,3}))?\}|[{}]|[^{}]+/g;
const MAX_CHARACTERS = 200;
const MAX_ELEMENTS = 40;

function elementOf([token, name, from, to]: RegExpMatchArray): ShapePart {
  if (token === "{{" || token === "}}") return { kind: "text", text: token.charAt(0) };
  if (name === undefined) {
    if (/[{}\p{Cc}]/u.test(token)) {
      throw new ClaimFault("syntax", "Write parts as {digits:8}, and braces of the text twice.");
    }
    return { kind: "text", text: token };
  }
  const known = classNamed(name);
  if (!known) {
    throw new ClaimFault("syntax", `${token} is no part; use one of ${Object.keys(CLASSES).join(", ")}.`);
  }
  const [min, max] = [Number(from), Number(to ?? from)];
  if (min < 1 || max < min) throw new ClaimFault("syntax", `${token} has no length from 1 upwards.`);
  return { kind: "class", name: known, min, max };
}

const longest = (elements: readonly ShapePart[]) =>
  elements.reduce((sum, one) => sum + (one.kind === "text" ? [...one.text].length : one.max), 0);

/**
 * Reads a shape such as `ACME-{digits:8}` or `AB-{capitals-digits:4-6}`; `{{` and `}}` are braces of the text.
 * @throws ClaimFault
 */
export function parseShape(text: string): ShapePart[] {
  const elements: ShapePart[] = [];
  for (const token of text.matchAll(TOKEN)) {
    const element = elementOf(token);
    const last = elements.at(-1);
    if (element.kind === "text" && last?.kind === "text") last.text += element.text;
    else elements.push(element);
  }
  if (elements.length === 0) throw new ClaimFault("syntax", "A shape has at least one part.");
  if (elements.length > MAX_ELEMENTS || longest(elements) > MAX_CHARACTERS) {
    throw new ClaimFault(
      "too-long",
      `A shape has at most ${MAX_ELEMENTS} parts and ${MAX_CHARACTERS} characters.`,
    );
  }
  return elements;
}

/** Writes a shape as the text that `parseShape` reads. */
export const printShape = (elements: readonly ShapePart[]): string =>
  elements
    .map((one) => {
      if (one.kind === "text") return one.text.replace(/[{}]/g, "$&$&");
      return one.min === one.max ? `{${one.name}:${one.min}}` : `{${one.name}:${one.min}-${one.max}}`;
    })
    .join("");
