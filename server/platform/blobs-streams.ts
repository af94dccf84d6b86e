import type { Readable } from "node:stream";

/** Reads a stream into one buffer. */
export async function allBytes(source: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Converts a stream to a web stream; a cancel resolves once its file or socket is closed. `Readable.toWeb` throws an
 * uncatchable error when it is cancelled at a bad moment (nodejs/node#64529).
 */
export function asWebStream(source: Readable): ReadableStream<Uint8Array> {
  const chunks = source.iterator();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      source.destroy();
      if (!source.closed) await new Promise((resolve) => source.once("close", resolve));
    },
  });
}
