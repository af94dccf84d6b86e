/**
 * Decodes strict Base64: padded, without white space, in its canonical form; undefined for anything else. Node skips invalid
 * characters, which leaves fewer bytes. Encoding the bytes again to compare would block other requests twice as long.
 */
export function decoded(base64: string): Buffer | undefined {
  const { length } = base64;
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  const isAscii = Buffer.byteLength(base64) === length;
  if (length % 4 !== 0 || !isAscii || base64.includes("-") || base64.includes("_")) return undefined;
  const bytes = Buffer.from(base64, "base64");
  const isWhole = bytes.byteLength === (length / 4) * 3 - padding;
  const end = bytes.subarray(-3 + padding).toString("base64");
  return isWhole && base64.endsWith(end) ? bytes : undefined;
}

/** Decodes strict Base64 in parts, because decoding megabytes at once blocks other requests. */
export class Base64Parts {
  #bytes: Buffer | undefined;
  #size = 0;
  /** Up to four characters that are not decoded yet: the last ones of the text may be padding. */
  #open = "";

  constructor(maxCharacters: number) {
    this.#bytes = Buffer.allocUnsafe(Math.ceil(maxCharacters / 4) * 3);
  }

  write(part: string): void {
    const text = this.#open + part;
    const end = Math.max(0, Math.floor((text.length - 1) / 4) * 4);
    this.#open = text.slice(end);
    this.#add(text.slice(0, end), (end / 4) * 3);
  }

  /** Returns all bytes; undefined where the parts together are not strict Base64. */
  end(): Buffer | undefined {
    this.#add(this.#open);
    return this.#bytes?.subarray(0, this.#size);
  }

  #add(text: string, size?: number): void {
    const bytes = this.#bytes && decoded(text);
    if (!this.#bytes || !bytes || (size !== undefined && bytes.byteLength !== size)) {
      this.#bytes = undefined;
      return;
    }
    bytes.copy(this.#bytes, this.#size);
    this.#size += bytes.byteLength;
  }
}
