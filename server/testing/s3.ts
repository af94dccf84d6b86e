import crypto from "node:crypto";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import S3rver from "s3rver";

/** The only credentials that s3rver accepts. */
export const S3_CREDENTIALS = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" };

/** Starts an S3 server with one bucket on a free port, with files in its own folder. */
export async function startS3(bucket: string, address = "127.0.0.1") {
  const directory = await mkdtemp(path.join(os.tmpdir(), "assay-s3-"));
  const forbidDes = allowDes();
  const open = async (port: number) => {
    const server = new S3rver({
      address,
      port,
      silent: true,
      directory,
      configureBuckets: [{ name: bucket }],
    });
    writeWhole(server);
    return { server, port: (await server.run()).port };
  };
  const first = await open(0);
  let { server } = first;
  return {
    endpoint: `http://${address}:${first.port}`,
    /** Ends the server; the files stay. */
    leave: () => server.close(),
    /** Starts the server again, under the same address. */
    async comeBack() {
      ({ server } = await open(first.port));
    },
    stop: async () => {
      await server.close();
      forbidDes();
      await rm(directory, { recursive: true });
    },
  };
}

/** Replaces s3rver's own put, which answers before the file is written and mixes the bytes of two concurrent puts. */
function writeWhole({ store }: S3rver) {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const bytes = await buffer(content);
    const file = store.getResourcePath(bucket, key, "object");
    await mkdir(path.dirname(file), { recursive: true });
    const half = `${file}.${crypto.randomUUID()}`;
    await writeFile(half, bytes);
    await rename(half, file);
    const md5 = crypto.createHash("md5").update(bytes).digest("hex");
    await store.putMetadata(bucket, key, metadata, md5);
    return { size: bytes.length, md5 };
  };
}

/** Replaces DES, which s3rver needs for continuation tokens and OpenSSL 3 lacks, by triple DES. Returns the undo. */
function allowDes() {
  const { createCipheriv, createDecipheriv } = crypto;
  const key = Buffer.alloc(24, "S3RVER");
  Object.assign(crypto, {
    createCipheriv: (...[name, ...rest]: Parameters<typeof createCipheriv>) =>
      name === "des" ? createCipheriv("des-ede3-cbc", key, rest[1]) : createCipheriv(name, ...rest),
    createDecipheriv: (...[name, ...rest]: Parameters<typeof createDecipheriv>) =>
      name === "des" ? createDecipheriv("des-ede3-cbc", key, rest[1]) : createDecipheriv(name, ...rest),
  });
  return () => void Object.assign(crypto, { createCipheriv, createDecipheriv });
}
