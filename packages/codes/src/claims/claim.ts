import type { Element } from "./elements";
import { companyDigits, formsOfCompany } from "./gtin";
import { elementsOverlap } from "./overlap";
import { ClaimFault, parseShape } from "./shape";

export const CLAIM_KINDS = ["prefix", "gs1", "shape"] as const;
export type ClaimKind = (typeof CLAIM_KINDS)[number];

/** The codes that a producer says are its own: all with a prefix, with a GS1 company prefix, or of a shape. */
export interface Claim {
  kind: ClaimKind;
  /** As it was written. */
  text: string;
  /** The fixed characters at the start, by which claims are found; the company prefix of GS1 codes. */
  head: string;
  /** The number of fixed characters: of two claims that match a code, the one with more of them wins. */
  fixed: number;
  /** The forms of the codes, each as a sequence of elements. */
  forms: readonly (readonly Element[])[];
}

/** Characters that say nothing of a producer: the start of web addresses and of GS1 codes. */
const COMMON_START = /^(?:https?:\/\/)?(?:www\.)?(?:id\.gs1\.org\/)?(?:\(?01\)?\/?(?=\d))?/i;
const MIN_PREFIX = 4;
const MIN_DIGITS = 7;
const MIN_SHAPE_HEAD = 2;
const MIN_SHAPE_FIXED = 3;
const MIN_SHAPE_LENGTH = 8;
/** Claims with a longer fixed start are refused, because codes are not compared with it. */
export const MAX_HEAD_CHARACTERS = 100;

const wordCharacters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");
const own = (text: string) => wordCharacters(text.replace(COMMON_START, ""));
const isDigits = (text: string) => /^\d*$/.test(text);

const tooWeak = () =>
  new ClaimFault(
    "too-weak",
    `The fixed characters are too few to be of one producer: a prefix has ${MIN_PREFIX} letters and digits, or ${MIN_DIGITS} digits alone; a shape has ${MIN_SHAPE_FIXED} fixed ones, or ${MIN_DIGITS} digits alone, and ${MIN_SHAPE_LENGTH} characters in all.`,
  );

function refuseLongHead(head: string): void {
  if ([...head].length > MAX_HEAD_CHARACTERS)
    throw new ClaimFault(
      "too-long",
      `A pattern begins with at most ${MAX_HEAD_CHARACTERS} fixed characters.`,
    );
}

function prefixClaim(text: string): Claim {
  if (text === "" || /\p{Cc}/u.test(text) || text !== text.trimStart())
    throw new ClaimFault("syntax", "A prefix begins with a visible character and has no control characters.");
  refuseLongHead(text);
  const kept = own(text);
  if (kept.length < (isDigits(kept) ? MIN_DIGITS : MIN_PREFIX)) throw tooWeak();
  const forms: Element[][] = [[{ kind: "text", text }, { kind: "any" }]];
  return { kind: "prefix", text, head: text, fixed: [...text].length, forms };
}

function gs1Claim(text: string): Claim {
  if (!/^\d{6,12}$/.test(text) || /^0+$/.test(text))
    throw new ClaimFault("not-a-company-prefix", "A GS1 company prefix has 6 to 12 digits.");
  return { kind: "gs1", text, head: text, fixed: text.length, forms: formsOfCompany(text) };
}

function shapeClaim(text: string): Claim {
  const elements = parseShape(text);
  const [first] = elements;
  const head = first?.kind === "text" ? first.text : "";
  if (own(head).length < MIN_SHAPE_HEAD)
    throw new ClaimFault("no-start", "A shape begins with fixed letters or digits of the producer.");
  refuseLongHead(head);
  const texts = elements.map((one) => (one.kind === "text" ? one.text : "")).join("");
  const kept = own(texts);
  const min = elements.reduce((sum, one) => sum + (one.kind === "text" ? [...one.text].length : one.min), 0);
  if (kept.length < (isDigits(kept) ? MIN_DIGITS : MIN_SHAPE_FIXED) || min < MIN_SHAPE_LENGTH)
    throw tooWeak();
  return { kind: "shape", text, head, fixed: [...texts].length, forms: [elements] };
}

/**
 * Reads a claim and checks that it is strong enough.
 * @throws ClaimFault
 */
export function parseClaim(kind: ClaimKind, text: string): Claim {
  if (kind === "gs1") return gs1Claim(text);
  return kind === "prefix" ? prefixClaim(text) : shapeClaim(text);
}

/** Whether a code is one of those that a claim names. */
export function claimMatches(claim: Claim, code: string): boolean {
  if (claim.kind === "prefix") return code.startsWith(claim.head);
  if (claim.kind === "gs1") return companyDigits(code)?.startsWith(claim.head) ?? false;
  const whole: Element[] = [{ kind: "text", text: code }];
  return code.startsWith(claim.head) && claim.forms.some((form) => elementsOverlap(form, whole));
}

/** Whether some code is named by both claims. */
export function claimsOverlap(one: Claim, other: Claim): boolean {
  if (one.kind === "gs1" && other.kind === "gs1")
    return one.head.startsWith(other.head) || other.head.startsWith(one.head);
  return one.forms.some((form) => other.forms.some((against) => elementsOverlap(form, against)));
}
