import { configure, ZipWriter } from "@zip.js/zip.js";

configure({ useWebWorkers: false });

/** A file of an archive. */
export interface ZipFile {
  name: string;
  parts: AsyncIterable<Uint8Array>;
  /** PNG and JPEG files are compressed already. */
  isCompressed?: boolean;
  date: Date;
}

/** Reads on as its reader takes parts. */
function streamOf(parts: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = parts[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

/** Writes all files; the writer waits until its bytes are read. */
async function write(writer: ZipWriter<unknown>, files: AsyncIterable<ZipFile>): Promise<void> {
  for await (const { name, parts, isCompressed = false, date } of files)
    await writer.add(name, streamOf(parts), { level: isCompressed ? 0 : 6, lastModDate: date });
  await writer.close();
}

/** Writes files as a ZIP archive one after the other: one part is in memory. Any number and size of files. */
export async function* zipOf(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const work = write(new ZipWriter(writable), files);
  // A failure reaches the reader, which may have left.
  work.catch((reason: unknown) => writable.abort(reason).catch(() => {}));
  yield* readable;
  await work;
}
