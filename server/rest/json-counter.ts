import { invalid } from "@/server/errors";

/** As many values as a body may hold, objects and arrays among them: parsing and checking more holds the event loop. */
export const MAX_VALUES = 50_000;

const [QUOTE, COMMA, BACKSLASH, BRACKET, BRACE] = [0x22, 0x2c, 0x5c, 0x5b, 0x7b];

/** Counts the values of a JSON text while it is received, so that too many are refused before they are parsed. */
export class JsonCounter {
  #values = 1;
  #isInString = false;
  #isEscaped = false;

  /** @throws 400 as soon as there are more than `MAX_VALUES`. */
  readonly feed = (bytes: Uint8Array): void => {
    let [values, isInString, isEscaped] = [this.#values, this.#isInString, this.#isEscaped];
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i];
      if (isEscaped) isEscaped = false;
      else if (isInString) {
        if (byte === QUOTE) isInString = false;
        else if (byte === BACKSLASH) isEscaped = true;
      } else if (byte === QUOTE) isInString = true;
      else if (byte === COMMA || byte === BRACKET || byte === BRACE) values++;
    }
    if (values > MAX_VALUES) {
      throw invalid("body-too-large", `The body has more than ${MAX_VALUES} values.`);
    }
    [this.#values, this.#isInString, this.#isEscaped] = [values, isInString, isEscaped];
  };
}
