import { invalid } from "@/server/core/errors";
import { JsonNames } from "./json-names";
import type { Span } from "./long-strings";

/**
 * Maximum number of values in a body, including objects and arrays: parsing and checking more would block the event loop.
 * An object counts as two, since each may have its own shape.
 */
export const MAX_VALUES = 50_000;
/**
 * Maximum number of different member names: V8 stores names in a table whose cost grows with its size. Large objects are
 * also slow to copy, merge and compare.
 */
export const MAX_NAMES = 10_000;

const [QUOTE, COMMA, COLON, BACKSLASH, BRACKET, BRACE] = [0x22, 0x2c, 0x3a, 0x5c, 0x5b, 0x7b];
const [ZERO, NINE, PLUS, MINUS, LOWER_E] = [0x30, 0x39, 0x2b, 0x2d, 0x65];
const TO_LOWER_CASE = 0x20;
/** No JavaScript number has a larger decimal exponent. */
const MAX_EXPONENT = 324;
const NONE = -1;

/** Strings above this size are parsed in parts. */
const LONG_STRING_BYTES = 64 * 1024;

/**
 * Counts the values of a JSON text while it is received, and its bytes in the database's notation, which writes powers of
 * ten with all digits. So a body that exceeds a limit is refused before it is parsed.
 */
export class JsonCounter {
  readonly #maxBytes: number;
  /** The long strings found so far. */
  readonly longStrings: Span[] = [];
  readonly #names = new JsonNames();
  #values = 1;
  #bytes = 0;
  #received = 0;
  /** Start of the latest string, and the offset after its end. */
  #stringFrom = 0;
  #stringTo = 0;
  #isInString = false;
  #isEscaped = false;
  /** The exponent of the current number; `true` and `false` count as one with exponent 0. */
  #exponent = NONE;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Counts a chunk. @throws 400 once `MAX_VALUES`, `MAX_NAMES` or the maximum size is exceeded */
  readonly feed = (chunk: Uint8Array): void => {
    let [values, isInString, isEscaped] = [this.#values, this.#isInString, this.#isEscaped];
    let [bytes, exponent] = [this.#bytes + chunk.length, this.#exponent];
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i] ?? 0;
      if (isEscaped) isEscaped = false;
      else if (isInString) {
        if (byte === QUOTE) {
          isInString = false;
          const to = this.#received + i + 1;
          this.#stringTo = to;
          if (to - this.#stringFrom > LONG_STRING_BYTES)
            this.longStrings.push({ from: this.#stringFrom, to });
        } else if (byte === BACKSLASH) isEscaped = true;
      } else if (exponent !== NONE && byte >= ZERO && byte <= NINE)
        exponent = Math.min(MAX_EXPONENT, exponent * 10 + byte - ZERO);
      else if (exponent === NONE || (byte !== PLUS && byte !== MINUS)) {
        if (exponent !== NONE) {
          bytes += exponent;
          exponent = NONE;
        }
        if (byte === QUOTE) {
          isInString = true;
          this.#stringFrom = this.#received + i;
          this.#names.beginString();
        } else if (byte === COLON) {
          this.#readString(chunk, this.#stringTo);
          this.#names.add();
        } else if (byte === COMMA || byte === BRACKET) values++;
        else if (byte === BRACE) values += 2;
        else if ((byte | TO_LOWER_CASE) === LOWER_E) exponent = 0;
      }
    }
    this.#readString(chunk, isInString ? Number.POSITIVE_INFINITY : this.#stringTo);
    if (this.#names.size > MAX_NAMES)
      throw invalid("body-too-large", `The body has members of more than ${MAX_NAMES} different names.`);
    if (values > MAX_VALUES) {
      throw invalid(
        "body-too-large",
        `The body has more than ${MAX_VALUES} values (an object counts as two).`,
      );
    }
    if (bytes > this.#maxBytes) {
      throw invalid(
        "body-too-large",
        `The body is larger than ${this.#maxBytes} bytes with all digits of its numbers.`,
      );
    }
    [this.#values, this.#isInString, this.#isEscaped] = [values, isInString, isEscaped];
    [this.#bytes, this.#exponent] = [bytes, exponent];
    this.#received += chunk.length;
  };

  /** Hashes the chunk's part of the latest string, up to offset `to` of the text. */
  #readString(chunk: Uint8Array, to: number): void {
    const from = Math.max(0, this.#stringFrom - this.#received);
    this.#names.read(chunk, from, Math.min(chunk.length, to - this.#received));
  }
}
