import { Readable } from "node:stream";
import type { Place } from "@assay/postgres-backups";
import type { Bucket } from "@/server/platform/blobs-s3";
import { emptyIfAbsent, openS3 } from "@/server/platform/s3";

/** A service takes 10,000 parts: 160 GB. */
const PART_BYTES = 16 * 1024 ** 2;
/** A part takes long on a slow line. */
const RESPONSE_TIMEOUT_MS = 120_000;

/** Divides bytes into parts of one size; the last one may be smaller. */
async function* partsOf(bytes: AsyncIterable<Uint8Array>, partBytes: number) {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    size += chunk.byteLength;
    while (size > partBytes) {
      const whole = Buffer.concat(chunks);
      yield { part: whole.subarray(0, partBytes), isLast: false };
      chunks = [whole.subarray(partBytes)];
      size -= partBytes;
    }
  }
  yield { part: Buffer.concat(chunks), isLast: true };
}

const clients = new Map<string, ReturnType<typeof openS3>>();

/** A place that is a bucket. Holds two parts of a file in memory. */
export function bucketPlace({ bucket, prefix, ...service }: Bucket, partBytes = PART_BYTES): Place {
  const objectOf = (name: string) => ({ Bucket: bucket, Key: prefix + name });

  function s3() {
    const key = JSON.stringify(service);
    const client = clients.get(key) ?? openS3(service, RESPONSE_TIMEOUT_MS);
    clients.set(key, client);
    return client;
  }

  return {
    title: `s3://${bucket}/${prefix}`,

    async list(start) {
      const { client, paginateListObjectsV2 } = await s3();
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix + start });
      const found = [];
      for await (const { Contents = [] } of pages)
        for (const { Key = "", LastModified = new Date() } of Contents)
          found.push({ name: Key.slice(prefix.length), writtenAt: LastModified });
      return found;
    },

    async read(name) {
      const { client } = await s3();
      const { Body } = await client.getObject(objectOf(name)).catch(emptyIfAbsent);
      if (Body && !(Body instanceof Readable)) throw new Error("The S3 client answered with no Node stream");
      return Body;
    },

    async write(name, bytes) {
      const object = objectOf(name);
      const { client } = await s3();
      const parts = partsOf(bytes, partBytes);
      const first = await parts.next();
      if (first.value?.isLast) {
        await client.putObject({ ...object, Body: first.value.part });
        return;
      }
      const { UploadId } = await client.createMultipartUpload(object);
      const upload = { ...object, UploadId };
      const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
      try {
        for (let next = first; !next.done; next = await parts.next()) {
          const PartNumber = Parts.length + 1;
          const { ETag } = await client.uploadPart({ ...upload, PartNumber, Body: next.value.part });
          Parts.push({ ETag, PartNumber });
        }
        await client.completeMultipartUpload({ ...upload, MultipartUpload: { Parts } });
      } catch (error) {
        await client.abortMultipartUpload(upload).catch(() => {});
        throw error;
      }
    },

    async remove(names) {
      const { client } = await s3();
      for (const name of names) await client.deleteObject(objectOf(name));
    },
  };
}
