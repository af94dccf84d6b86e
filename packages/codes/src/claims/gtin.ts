import type { Element } from "./elements";

/** Whether the last digit is the check digit of GS1: weights 3 and 1 from the right. */
export function hasGs1CheckDigit(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 1 ? 3 : 1), 0);
  return sum % 10 === 0;
}

/** GTIN-12, -13 or -14 alone. */
const ALONE = /^\d{12,14}$/;
/** Element strings, in brackets, plain, with or without the symbology identifier or FNC1. */
const ELEMENT_STRING = /^(?:\](?:d2|C1|e0|Q3|J1))?\p{Cc}?(?:\(01\)|01)(\d{14})/u;
/** GS1 Digital Link on any host. */
const DIGITAL_LINK = /^https?:\/\/[^/?#]+\/(?:[^?#]*\/)?(?:01|gtin)\/(\d{12,14})(?=[/?#]|$)/i;
/** EPC URI of a serialised trade item: company prefix, indicator and item. */
const EPC = /^urn:epc:(?:id:sgtin|class:lgtin):(\d{6,12})\.(\d)(\d{0,6})\./;

const MAX_CHARACTERS = 200;

/** The digits of the GTIN that a code carries in one of its forms, as 14, whether its check digit is right or not. */
function fourteenIn(code: string): string | undefined {
  const found = ALONE.exec(code)?.[0] ?? ELEMENT_STRING.exec(code)?.[1] ?? DIGITAL_LINK.exec(code)?.[1];
  return found?.padStart(14, "0");
}

/**
 * The 12 digits of a GTIN that begin with the company prefix, from a code that carries one: a GTIN-12, -13 or -14, an element
 * string, a Digital Link or an EPC URI. Undefined for codes without a GTIN and for those with a wrong check digit.
 */
export function companyDigits(code: string): string | undefined {
  const text = code.slice(0, MAX_CHARACTERS);
  const [, company, , item] = EPC.exec(text) ?? [];
  if (company !== undefined && item !== undefined && company.length + item.length === 12)
    return company + item;
  const digits = fourteenIn(text);
  return digits && hasGs1CheckDigit(digits) ? digits.slice(1, 13) : undefined;
}

const digits = (count: number): Element => ({ kind: "class", name: "digits", min: count, max: count });
const text = (text: string): Element => ({ kind: "text", text });
const REST: Element = { kind: "any" };

/** The usual forms of the codes with a company prefix; other hosts of Digital Links are left out. */
export function formsOfCompany(prefix: string): Element[][] {
  const rest = [digits(13 - prefix.length)];
  const fourteen = [digits(1), text(prefix), ...rest];
  return [
    [text(prefix), ...rest],
    fourteen,
    ...["(01)", "01", "https://id.gs1.org/01/"].map((start) => [text(start), ...fourteen, REST]),
    ...(prefix.startsWith("0") ? [[text(prefix.slice(1)), ...rest]] : []),
  ];
}
