import { Readable } from "node:stream";
import type { BlobRange, CopiedBlobs } from "./blob-store";
import { blobName, PAGE_SIZE, tryOut } from "./blobs-common";
import { allBytes, asWebStream } from "./blobs-streams";
import { isId } from "./ids";
import { emptyIfAbsent, openS3, type S3Service } from "./s3";

const RESPONSE_TIMEOUT_MS = 10_000;
/** Of a call with all its attempts and pauses; shorter than callers wait for files. */
const CALL_TIMEOUT_MS = 15_000;

/** A place in S3. */
export interface Bucket extends S3Service {
  bucket: string;
  /** The prefix of all keys; nothing else in the bucket is read, listed or removed. */
  prefix: string;
}

/** Runs a call with a limit on its total time. @throws a `TimeoutError` beyond it */
async function inTime<T>(
  timeoutMs: number,
  call: (options: { abortSignal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), timeoutMs);
  try {
    return await call({ abortSignal: ending.signal });
  } catch (error) {
    if (!ending.signal.aborted) throw error;
    const late = new Error(`The S3 service has not answered within ${timeoutMs} ms`, { cause: error });
    late.name = "TimeoutError";
    throw late;
  } finally {
    clearTimeout(timer);
  }
}

/** Blobs as objects `<prefix><id>` of a bucket. A call has up to three attempts, with limits on each and on all together. */
export function s3Blobs(
  { bucket, endpoint, region, prefix }: Bucket,
  pageSize = PAGE_SIZE,
  timeoutMs = CALL_TIMEOUT_MS,
): CopiedBlobs {
  // Streams last as long as their readers: with a client of their own they take no socket from calls.
  const opened = new Map<"calls" | "streams", ReturnType<typeof openClient>>();

  const openClient = () => openS3({ region, endpoint }, RESPONSE_TIMEOUT_MS);

  function s3(what: "calls" | "streams" = "calls") {
    let client = opened.get(what);
    if (!client) {
      client = openClient();
      opened.set(what, client);
    }
    return client;
  }

  const objectOf = (id: string) => ({ Bucket: bucket, Key: prefix + blobName(id) });

  async function open(
    what: "calls" | "streams",
    id: string,
    range: BlobRange | undefined,
    options: { abortSignal: AbortSignal },
  ): Promise<Readable | undefined> {
    const object = objectOf(id);
    const { client } = await s3(what);
    const part = range && { Range: `bytes=${range.start}-${range.end}` };
    const { Body } = await client.getObject({ ...object, ...part }, options).catch(emptyIfAbsent);
    if (Body && !(Body instanceof Readable)) throw new Error("The S3 client answered with no Node stream");
    return Body;
  }

  const blobs: CopiedBlobs = {
    async put(id, bytes) {
      const object = objectOf(id);
      const { client } = await s3();
      await inTime(timeoutMs, (options) => client.putObject({ ...object, Body: bytes }, options));
    },

    async read(id, range) {
      return inTime(timeoutMs, async (options) => {
        const source = await open("calls", id, range, options);
        options.abortSignal.addEventListener("abort", () => source?.destroy());
        return source && allBytes(source);
      });
    },

    async stream(id, range) {
      // A stream lasts as long as its reader: only its beginning has a limit.
      const source = await inTime(timeoutMs, (options) => open("streams", id, range, options));
      return source && asWebStream(source);
    },

    async remove(id) {
      const object = objectOf(id);
      const { client } = await s3();
      await inTime(timeoutMs, (options) => client.deleteObject(object, options));
    },

    async *list() {
      const { client, paginateListObjectsV2 } = await s3();
      for await (const { Contents = [] } of paginateListObjectsV2(
        { client, pageSize },
        { Bucket: bucket, Prefix: prefix },
      )) {
        yield Contents.flatMap(({ Key = "", LastModified }) => {
          const id = Key.slice(prefix.length);
          return isId(id) && LastModified ? [{ id, keptAt: LastModified }] : [];
        });
      }
    },

    async held(ids) {
      const [first = "", last = ""] = [ids[0], ids.at(-1)];
      const wanted = new Set(ids);
      const found = new Set<string>();
      if (wanted.size === 0) return found;
      const { client, paginateListObjectsV2 } = await s3();
      // A service lists the keys that follow this one, in their order.
      const before = prefix + blobName(first).slice(0, -1);
      for await (const { Contents = [] } of paginateListObjectsV2(
        { client, pageSize },
        { Bucket: bucket, Prefix: prefix, StartAfter: before },
      )) {
        const listed = Contents.map(({ Key = "" }) => Key.slice(prefix.length));
        for (const id of listed) if (wanted.has(id)) found.add(id);
        if ((listed.at(-1) ?? last) >= last) break;
      }
      return found;
    },

    async adopt(id, from) {
      if ((await blobs.held([id])).has(id)) return true;
      const bytes = await from.read(id);
      if (bytes) await blobs.put(id, bytes);
      return bytes !== undefined;
    },

    async moveTo(other, id) {
      const bytes = await blobs.read(id);
      if (bytes) await other.put(id, bytes);
      await blobs.remove(id);
    },

    check: () => tryOut(blobs, `the S3 bucket ${bucket}${endpoint ? ` at ${endpoint}` : ""}`),

    async close() {
      for (const client of opened.values()) (await client).client.destroy();
    },
  };
  return blobs;
}
