import type { Readable } from "node:stream";

/** All bytes of a stream in one buffer. */
export async function allBytes(source: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * The same stream for the web's interfaces; a cancel resolves when its file or socket is closed. Not by
 * `Readable.toWeb`: cancelled at a bad moment, it throws where nobody can catch it (nodejs/node#64529).
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
