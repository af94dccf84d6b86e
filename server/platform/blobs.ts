import path from "node:path";
import type { Blobs } from "./blob-store";
import { folderBlobs } from "./blobs-folder";
import { s3Blobs } from "./blobs-s3";
import { env } from "./env";

let opened: Blobs | undefined;

/** The store of this deployment, opened on first use: the bucket `S3_BUCKET` if set, else `DATA_DIR/blobs`. */
export function blobs(): Blobs {
  opened ??= openBlobs();
  return opened;
}

function openBlobs(): Blobs {
  if (!env.S3_BUCKET) return folderBlobs(path.resolve(env.DATA_DIR, "blobs"));
  return s3Blobs({
    bucket: env.S3_BUCKET,
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    prefix: env.S3_PREFIX,
  });
}
