import { Readable } from "node:stream";
import type { BlobRange, Blobs } from "./blob-store";
import { blobName, PAGE_SIZE, tryOut } from "./blobs-common";
import { allBytes, asWebStream } from "./blobs-streams";
import { isId } from "./ids";

const CONNECT_TIMEOUT_MS = 2_000;
const RESPONSE_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 30_000;
/** Of a call with all its attempts and pauses; shorter than callers wait for files. */
const CALL_TIMEOUT_MS = 15_000;
const MAX_ATTEMPTS = 3;
const MAX_SOCKETS = 50;

/** A place in S3; the SDK finds the credentials itself (`AWS_ACCESS_KEY_ID` and so on). */
export interface Bucket {
  bucket: string;
  /** An S3 service other than Amazon's, addressed by path. */
  endpoint: string | undefined;
  region: string;
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
): Blobs {
  // Streams last as long as their readers: with a client of their own they take no socket from calls.
  const opened = new Map<"calls" | "streams", ReturnType<typeof openClient>>();

  async function openClient() {
    // Imported on demand: a deployment with a folder never loads the SDK.
    const { paginateListObjectsV2, S3 } = await import("@aws-sdk/client-s3");
    const client = new S3({
      region,
      ...(endpoint && { endpoint, forcePathStyle: true }),
      maxAttempts: MAX_ATTEMPTS,
      // Other S3 services may not know the checksums that the SDK adds by default; the signature covers the bytes.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      requestHandler: {
        connectionTimeout: CONNECT_TIMEOUT_MS,
        requestTimeout: RESPONSE_TIMEOUT_MS,
        // Without this, the SDK only warns.
        throwOnRequestTimeout: true,
        socketTimeout: IDLE_TIMEOUT_MS,
        httpAgent: { maxSockets: MAX_SOCKETS },
        httpsAgent: { maxSockets: MAX_SOCKETS },
      },
    });
    return { client, paginateListObjectsV2 };
  }

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

  const blobs: Blobs = {
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

    check: () => tryOut(blobs, `the S3 bucket ${bucket}${endpoint ? ` at ${endpoint}` : ""}`),

    async close() {
      for (const client of opened.values()) (await client).client.destroy();
    },
  };
  return blobs;
}

/** Only a missing key is an absent blob: a missing bucket is a 404 too, and would make every blob look lost. */
function emptyIfAbsent(error: unknown): { Body?: undefined } {
  if (error instanceof Error && error.name === "NoSuchKey") return {};
  throw error;
}
