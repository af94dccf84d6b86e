import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

/** A file of an archive. */
export interface ZipFile {
  name: string;
  parts: AsyncIterable<Uint8Array>;
  /** PNG files are compressed already. */
  isCompressed?: boolean;
  date: Date;
}

/** Writes files as a ZIP archive one after the other: one part is in memory. */
export async function* zipOf(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = [];
  const zip = new Zip((fault, chunk) => {
    if (fault) throw fault;
    written.push(chunk);
  });
  for await (const { name, parts, isCompressed = false, date } of files) {
    const file = isCompressed ? new ZipPassThrough(name) : new ZipDeflate(name);
    file.mtime = date;
    zip.add(file);
    for await (const part of parts) {
      file.push(part);
      yield* written.splice(0);
    }
    file.push(new Uint8Array(), true);
    yield* written.splice(0);
  }
  zip.end();
  yield* written.splice(0);
}
