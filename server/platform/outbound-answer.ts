const MOST_READ_BYTES = 64 * 1024;
const MOST_KEPT_BYTES = 4 * 1024;

/**
 * Reads an answer's body to its end, or 64 KiB of it, after which it is destroyed, and its connection too. What is
 * told is its beginning as text of at most 4 KiB in UTF-8, invalid bytes replaced.
 */
export async function readHead(body: AsyncIterable<Uint8Array>): Promise<string> {
  const kept: Uint8Array[] = [];
  let read = 0;
  for await (const chunk of body) {
    if (read < MOST_KEPT_BYTES) kept.push(chunk.subarray(0, MOST_KEPT_BYTES - read));
    read += chunk.length;
    if (read >= MOST_READ_BYTES) break;
  }
  return read === 0 ? "" : asText(Buffer.concat(kept));
}

function asText(bytes: Uint8Array): string {
  const text = new TextDecoder()
    // A character that the limit cut in two is left out.
    .decode(bytes, { stream: bytes.length === MOST_KEPT_BYTES })
    // Postgres can't keep NUL.
    .replaceAll("\0", "");
  // What replaces an invalid byte takes three.
  const fits = new TextEncoder().encodeInto(text, new Uint8Array(MOST_KEPT_BYTES));
  return text.slice(0, fits.read);
}
