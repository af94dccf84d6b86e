import { Readable } from "node:stream";
import type { BlobRange, Blobs } from "./blob-store";
import { blobName, PAGE_SIZE, tryOut } from "./blobs-common";
import { allBytes, asWebStream } from "./blobs-streams";
import { isId } from "./ids";

const CONNECT_WITHIN_MS = 2_000;
const ANSWER_WITHIN_MS = 10_000;
const SILENT_AT_MOST_MS = 30_000;
const TRIES = 3;
const MAX_SOCKETS = 50;

/** Where in S3; the credentials come by the SDK's own chain (`AWS_ACCESS_KEY_ID` and so on). */
export interface Bucket {
  bucket: string;
  /** An S3 service other than Amazon's, addressed by path. */
  endpoint: string | undefined;
  region: string;
  /** What the keys begin with; nothing else in the bucket is read, listed or removed. */
  prefix: string;
}

/** Blobs as objects `<prefix><id>` of a bucket. A request is tried three times, each bounded in time. */
export function s3Blobs({ bucket, endpoint, region, prefix }: Bucket, pageSize = PAGE_SIZE): Blobs {
  // Streams last as long as their readers like: they take no socket from what has to be done at once.
  const opened = new Map<"calls" | "streams", ReturnType<typeof openClient>>();

  async function openClient() {
    // Not above: a deployment with a folder never pays for the SDK.
    const { paginateListObjectsV2, S3 } = await import("@aws-sdk/client-s3");
    const client = new S3({
      region,
      ...(endpoint && { endpoint, forcePathStyle: true }),
      maxAttempts: TRIES,
      // Other services than Amazon's may not know the checksums that the SDK adds by itself; the signature covers the bytes.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      requestHandler: {
        connectionTimeout: CONNECT_WITHIN_MS,
        requestTimeout: ANSWER_WITHIN_MS,
        // The SDK only warns otherwise.
        throwOnRequestTimeout: true,
        socketTimeout: SILENT_AT_MOST_MS,
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
    range?: BlobRange,
  ): Promise<Readable | undefined> {
    const object = objectOf(id);
    const { client } = await s3(what);
    const part = range && { Range: `bytes=${range.start}-${range.end}` };
    const { Body } = await client.getObject({ ...object, ...part }).catch(noBodyIfAbsent);
    if (Body && !(Body instanceof Readable)) throw new Error("The S3 client answered with no Node stream");
    return Body;
  }

  const blobs: Blobs = {
    async put(id, bytes) {
      const object = objectOf(id);
      const { client } = await s3();
      await client.putObject({ ...object, Body: bytes });
    },

    async read(id, range) {
      const source = await open("calls", id, range);
      return source && allBytes(source);
    },

    async stream(id, range) {
      const source = await open("streams", id, range);
      return source && asWebStream(source);
    },

    async remove(id) {
      const object = objectOf(id);
      const { client } = await s3();
      await client.deleteObject(object);
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

/** Only a missing key is an absent blob: a missing bucket is also a 404, and would make every blob seem lost. */
function noBodyIfAbsent(error: unknown): { Body?: undefined } {
  if (error instanceof Error && error.name === "NoSuchKey") return {};
  throw error;
}
