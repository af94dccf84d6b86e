const MAX_READ_BYTES = 64 * 1024;
const MAX_KEPT_BYTES = 4 * 1024;
/** The replacement of an invalid byte takes three. */
const MAX_BYTES_PER_CHARACTER = 3;

/** Collects the beginning of a response body. */
export class AnswerHead {
  readonly #kept: Uint8Array[] = [];
  #read = 0;

  /** Takes the next chunk; returns whether more is wanted. 64 KiB are read and 4 KiB kept. */
  take(chunk: Uint8Array): boolean {
    if (this.#read < MAX_KEPT_BYTES) this.#kept.push(chunk.subarray(0, MAX_KEPT_BYTES - this.#read));
    this.#read += chunk.length;
    return this.#read < MAX_READ_BYTES;
  }

  /** The text, at most 4 KiB in UTF-8, without NUL; invalid bytes are replaced. */
  text(): string {
    return this.#read === 0 ? "" : asText(Buffer.concat(this.#kept));
  }
}

function asText(bytes: Uint8Array): string {
  const text = new TextDecoder()
    // A character that the limit cuts in two is dropped.
    .decode(bytes, { stream: bytes.length === MAX_KEPT_BYTES })
    // Postgres cannot store NUL.
    .replaceAll("\0", "");
  if (bytes.length * MAX_BYTES_PER_CHARACTER <= MAX_KEPT_BYTES) return text;
  const fits = new TextEncoder().encodeInto(text, new Uint8Array(MAX_KEPT_BYTES));
  return text.slice(0, fits.read);
}
