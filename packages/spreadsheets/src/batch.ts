const CHUNK_LENGTH = 64 * 1024;

/** Joins texts into chunks of bytes. */
export async function* toChunks(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let pending = "";
  for await (const text of texts) {
    pending += text;
    if (pending.length < CHUNK_LENGTH) continue;
    yield Buffer.from(pending);
    pending = "";
  }
  if (pending !== "") yield Buffer.from(pending);
}
