declare module "s3rver" {
  import type { Readable } from "node:stream";

  interface StoredObject {
    bucket: string;
    key: string;
    content: Readable;
    metadata: Record<string, string>;
  }

  /** The used part of s3rver 3.7, which has no types of its own. */
  export default class S3rver {
    constructor(options: {
      address: string;
      /** 0: any free port. */
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string }[];
    });
    store: {
      putObject(object: StoredObject): Promise<{ size: number; md5: string }>;
      putMetadata(bucket: string, key: string, metadata: Record<string, string>, md5: string): Promise<void>;
      getResourcePath(bucket: string, key: string, resource: "object"): string;
    };
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
