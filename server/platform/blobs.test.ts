import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readlinkSync } from "node:fs";
import {
  type FileHandle,
  mkdir,
  mkdtemp,
  open as openFile,
  readdir,
  readlink,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { buffer } from "node:stream/consumers";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { S3_CREDENTIALS, startS3 } from "@/server/testing/s3";
import type { Blobs, KeptBlob } from "./blob-store";
import { folderBlobs } from "./blobs-folder";
import { s3Blobs } from "./blobs-s3";
import { newId } from "./ids";

// Holds decision 0017.

const MIB = 1024 * 1024;
const BUCKET = "contents";
/** The limit of concurrent streams of one process. */
const MAX_STREAMS = 50;
const SCRIPT = path.resolve("server/testing/write-blobs.ts");
/** More blobs than one page holds. */
const MANY = 1005;

let root: string;
let s3: Awaited<ReturnType<typeof startS3>>;
let blobs: Blobs;

beforeAll(async () => {
  s3 = await startS3(BUCKET);
});

afterAll(() => s3.stop());

beforeEach(async () => {
  for (const [name, value] of Object.entries(S3_CREDENTIALS)) vi.stubEnv(name, value);
  vi.stubEnv("AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED", "true");
  root = await mkdtemp(path.join(os.tmpdir(), "assay-blobs-"));
});

afterEach(async () => {
  await blobs.close();
  await rm(root, { recursive: true });
  vi.unstubAllEnvs();
});

const inFolder = () => folderBlobs(path.join(root, "data", "blobs"));
/** Starts a server for the rest of the test. Returns its port. */
async function listening(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}
const inBucket = (
  changes: Partial<Parameters<typeof s3Blobs>[0]> = {},
  pageSize?: number,
  timeoutMs?: number,
) =>
  s3Blobs(
    { bucket: BUCKET, endpoint: s3.endpoint, region: "us-east-1", prefix: `${newId()}/`, ...changes },
    pageSize,
    timeoutMs,
  );

async function allPages(store: Blobs): Promise<KeptBlob[][]> {
  const pages = [];
  for await (const page of store.list()) pages.push(page);
  return pages;
}

const allKept = async (store: Blobs) => (await allPages(store)).flat();
const idsOf = (kept: KeptBlob[]) => kept.map(({ id }) => id).sort();

/** The stream of an existing blob. */
async function streamed(id: string, range?: { start: number; end: number }) {
  const stream = await blobs.stream(id, range);
  if (!stream) throw new Error(`There is no blob ${id}`);
  return stream;
}

describe.each([
  ["a folder", inFolder],
  ["a bucket", () => inBucket()],
])("in %s", (_, open) => {
  beforeEach(() => {
    blobs = open();
  });

  test.each([0, 1, 1000, 10 * MIB])(
    "a blob of %i bytes reads back complete, buffered and streamed",
    async (size) => {
      const [id, bytes] = [newId(), randomBytes(size)];
      await blobs.put(id, bytes);
      expect((await blobs.read(id))?.equals(bytes)).toBe(true);
      expect((await buffer(await streamed(id))).equals(bytes)).toBe(true);
    },
  );

  test("a view into a larger buffer is stored without its surroundings", async () => {
    const id = newId();
    await blobs.put(id, new Uint8Array([1, 2, 3, 4]).subarray(1, 3));
    expect(await blobs.read(id)).toEqual(Buffer.from([2, 3]));
  });

  test.each([
    ["of its middle", 3, 6, "3456"],
    ["of one byte", 3, 3, "3"],
    ["to its last byte", 7, 9, "789"],
    ["that ends beyond it", 7, 100, "789"],
  ])("a range %s is that part of the blob", async (_, start, end, part) => {
    const id = newId();
    await blobs.put(id, Buffer.from("0123456789"));
    expect((await blobs.read(id, { start, end }))?.toString()).toBe(part);
    expect((await buffer(await streamed(id, { start, end }))).toString()).toBe(part);
  });

  test("a range of a large blob is exact to the byte", async () => {
    const [id, bytes] = [newId(), randomBytes(3 * MIB)];
    await blobs.put(id, bytes);
    const range = { start: 1_000_001, end: 2_999_999 };
    const part = bytes.subarray(range.start, range.end + 1);
    expect((await blobs.read(id, range))?.equals(part)).toBe(true);
    expect((await buffer(await streamed(id, range))).equals(part)).toBe(true);
  });

  test("a blob that was never put is undefined", async () => {
    const range = { start: 0, end: 5 };
    expect(await blobs.read(newId())).toBeUndefined();
    expect(await blobs.read(newId(), range)).toBeUndefined();
    expect(await blobs.stream(newId())).toBeUndefined();
    expect(await blobs.stream(newId(), range)).toBeUndefined();
  });

  test("a removed blob is gone, and can be removed again", async () => {
    const [id, other] = [newId(), newId()];
    await blobs.put(id, Buffer.from("gone"));
    await blobs.put(other, Buffer.from("kept"));
    await blobs.remove(id);
    await blobs.remove(id);
    expect(await blobs.read(id)).toBeUndefined();
    expect(idsOf(await allKept(blobs))).toEqual([other]);
  });

  test("a repeated put replaces the whole blob", async () => {
    const id = newId();
    await blobs.put(id, Buffer.from("a longer first try"));
    await blobs.put(id, Buffer.from("second"));
    expect((await blobs.read(id))?.toString()).toBe("second");
    expect(idsOf(await allKept(blobs))).toEqual([id]);
  });

  test("an id in capitals names the same blob", async () => {
    const id = newId();
    await blobs.put(id.toUpperCase(), Buffer.from("one"));
    expect((await blobs.read(id))?.toString()).toBe("one");
    expect(idsOf(await allKept(blobs))).toEqual([id]);
  });

  test.each(["", "x", "../../etc/passwd", "tmp", `${newId()}/..`, `${newId()}\0`, `../${newId()}`])(
    "%j is no id and is refused by every call",
    async (id) => {
      const refusal = "is no id of a blob";
      await expect(blobs.put(id, Buffer.from("x"))).rejects.toThrow(refusal);
      await expect(blobs.read(id)).rejects.toThrow(refusal);
      await expect(blobs.stream(id)).rejects.toThrow(refusal);
      await expect(blobs.remove(id)).rejects.toThrow(refusal);
    },
  );

  test("an empty store lists nothing", async () => {
    expect(await allKept(blobs)).toEqual([]);
  });

  test("the listing contains the time of each put", async () => {
    const before = Date.now();
    await blobs.put(newId(), Buffer.from("now"));
    const [kept] = await allKept(blobs);
    // S3 has a resolution of whole seconds.
    expect(kept?.keptAt.getTime()).toBeGreaterThanOrEqual(Math.floor(before / 1000) * 1000);
    expect(kept?.keptAt.getTime()).toBeLessThanOrEqual(Date.now());
  });

  test("fifty concurrent puts are all stored", async () => {
    const all = Array.from({ length: 50 }, () => ({ id: newId(), bytes: randomBytes(100_000) }));
    await Promise.all(all.map(({ id, bytes }) => blobs.put(id, bytes)));
    const back = await Promise.all(all.map(({ id }) => blobs.read(id)));
    expect(all.filter(({ bytes }, n) => !back[n]?.equals(bytes))).toEqual([]);
    expect(idsOf(await allKept(blobs))).toEqual(all.map(({ id }) => id).sort());
  });

  test("fifty concurrent puts of one blob leave one of them, complete", async () => {
    const id = newId();
    const attempts = Array.from({ length: 50 }, (_, n) => Buffer.alloc(100_000 + n, n));
    await Promise.all(attempts.map((bytes) => blobs.put(id, bytes)));
    const back = await blobs.read(id);
    expect(attempts.some((bytes) => back?.equals(bytes))).toBe(true);
  });

  test("a listing of more than one page contains each blob once, in pages of at most 1000", async () => {
    const ids = Array.from({ length: MANY }, () => newId());
    for (let n = 0; n < MANY; n += 50) {
      await Promise.all(ids.slice(n, n + 50).map((id) => blobs.put(id, Buffer.from("x"))));
    }
    const pages = await allPages(blobs);
    expect(idsOf(pages.flat())).toEqual(ids.sort());
    expect(pages.map(({ length }) => length)).toEqual([1000, MANY - 1000]);
  }, 60_000);

  test("sixty streams that are cancelled, unread or half read, release all their resources", async () => {
    const id = newId();
    await blobs.put(id, randomBytes(2 * MIB));
    for (let n = 0; n < 60; n++) {
      const reader = (await streamed(id)).getReader();
      for (let chunk = 0; chunk < n % 4; chunk++) await reader.read();
      await reader.cancel();
    }
    expect((await buffer(await streamed(id))).length).toBe(2 * MIB);
  });

  test("a check of a working store passes and leaves nothing behind", async () => {
    await blobs.check();
    expect(await allKept(blobs)).toEqual([]);
  });
});

describe("a folder", () => {
  const folder = () => path.join(root, "data", "blobs");

  beforeEach(() => {
    blobs = inFolder();
  });

  test("files lie in folders named by the random end of their ids, readable only by their owner", async () => {
    const id = newId();
    await blobs.put(id, Buffer.from("x"));
    const home = path.join(folder(), id.slice(-4, -2), id.slice(-2));
    expect(await readdir(home)).toEqual([id]);
    expect((await stat(path.join(home, id))).mode & 0o777).toBe(0o600);
    expect((await stat(home)).mode & 0o777).toBe(0o700);
    expect((await stat(folder())).mode & 0o777).toBe(0o700);
  });

  test.runIf(process.platform === "linux")(
    "a stream that is cancelled or read to its end has closed its file",
    async () => {
      const id = newId();
      await blobs.put(id, randomBytes(MIB));
      const read = await streamed(id);
      const cancelled = await streamed(id);
      expect(opensOf(id)).toBe(2);
      await cancelled.cancel();
      expect(opensOf(id)).toBe(1);
      await buffer(read);
      expect(opensOf(id)).toBe(0);
      await blobs.read(id);
      await blobs.read(id, { start: 5, end: 10 });
      expect(opensOf(id)).toBe(0);
    },
  );

  test.runIf(process.platform === "linux")(
    "a put syncs its bytes before the rename, and every new folder",
    async () => {
      const synced = await recordSyncs();
      const id = newId();
      await blobs.put(id, Buffer.from("x"));
      const outer = path.join(folder(), id.slice(-4, -2));
      expect(synced.slice(0, -2)).toEqual([outer, folder(), path.dirname(folder())]);
      expect(synced.slice(-2).map((file) => path.dirname(file))).toEqual([path.join(folder(), "tmp"), outer]);
      synced.length = 0;
      await blobs.put(id, Buffer.from("y"));
      expect(synced.map((file) => path.dirname(file))).toEqual([path.join(folder(), "tmp"), outer]);
    },
  );

  test("a killed writer leaves every acknowledged blob complete, and no partial blob", async () => {
    for (let round = 0; round < 3; round++) {
      const writer = startWriter({ bytes: 2 * MIB, atOnce: 8 });
      const acknowledged: string[] = [];
      for await (const id of writer.lines) {
        acknowledged.push(id);
        if (acknowledged.length === 12) writer.child.kill("SIGKILL");
      }
      const kept = idsOf(await allKept(blobs));
      expect(kept).toEqual(expect.arrayContaining(acknowledged));
      expect(await brokenOf(kept)).toEqual([]);
    }
  }, 60_000);

  test.runIf(process.platform !== "win32")(
    "a write that the disk cuts short fails and leaves nothing",
    async () => {
      const writer = startWriter({ bytes: 12 * MIB, atOnce: 1 }, "ulimit -f 8192;");
      const acknowledged = [];
      for await (const id of writer.lines) acknowledged.push(id);
      expect(acknowledged).toEqual([]);
      expect(await writer.exitCode).toBe(1);
      expect(writer.said()).toContain("EFBIG");
      expect(await allKept(blobs)).toEqual([]);
      expect(await readdir(path.join(folder(), "tmp"))).toEqual([]);
    },
    60_000,
  );

  test("a listing removes partial writes over an hour old, and leaves younger ones", async () => {
    await blobs.put(newId(), Buffer.from("x"));
    const old = path.join(folder(), "tmp", "old");
    await writeFile(old, "half");
    await writeFile(path.join(folder(), "tmp", "young"), "half");
    const overAnHourAgo = new Date(Date.now() - 3_700_000);
    await utimes(old, overAnHourAgo, overAnHourAgo);
    expect(await allKept(blobs)).toHaveLength(1);
    expect(await readdir(path.join(folder(), "tmp"))).toEqual(["young"]);
  });

  test("files that are no blobs are not listed", async () => {
    const id = newId();
    await blobs.put(id, Buffer.from("x"));
    await writeFile(path.join(folder(), "README"), "x");
    await writeFile(path.join(folder(), id.slice(-4, -2), id.slice(-2), ".DS_Store"), "x");
    expect(idsOf(await allKept(blobs))).toEqual([id]);
  });

  test("a check of a path that cannot be a folder names the path", async () => {
    await mkdir(path.dirname(folder()), { recursive: true });
    await writeFile(folder(), "a file");
    await expect(blobs.check()).rejects.toThrow(`Contents can't be kept in the folder ${folder()}: `);
  });

  /** Starts a process that puts blobs until it is killed; each line of its output is the id of a stored blob. */
  function startWriter({ bytes, atOnce }: { bytes: number; atOnce: number }, before = "") {
    const command = `${before} exec "$0" --import tsx "$@"`;
    const args = [SCRIPT, folder(), String(bytes), String(atOnce)];
    const child = spawn("/bin/sh", ["-c", command, process.execPath, ...args]);
    let errors = "";
    child.stderr.on("data", (text) => {
      errors += text;
    });
    const exitCode = new Promise<number | null>((resolve) => child.on("close", resolve));
    return { child, lines: createInterface(child.stdout), exitCode, said: () => errors };
  }

  /** Records the paths of all later syncs, in order. */
  async function recordSyncs(): Promise<string[]> {
    const paths: string[] = [];
    const some = await openFile(root);
    const prototype: FileHandle = Object.getPrototypeOf(some);
    await some.close();
    const { sync } = prototype;
    const spy = vi.spyOn(prototype, "sync").mockImplementation(async function (this: FileHandle) {
      paths.push(await readlink(`/proc/self/fd/${this.fd}`));
      await sync.call(this);
    });
    onTestFinished(() => spy.mockRestore());
    return paths;
  }

  /** Number of open file handles of this process on the blob. */
  function opensOf(id: string): number {
    const files = readdirSync("/proc/self/fd").map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return "";
      }
    });
    return files.filter((file) => file.endsWith(id)).length;
  }

  async function brokenOf(ids: string[]): Promise<string[]> {
    const broken = [];
    for (const id of ids) {
      const bytes = await blobs.read(id);
      const isWhole =
        bytes && createHash("sha256").update(bytes.subarray(32)).digest().equals(bytes.subarray(0, 32));
      if (!isWhole || bytes.length !== 32 + 2 * MIB) broken.push(id);
    }
    return broken;
  }
});

describe("the deployment's store", () => {
  /** The store of a process with these variables. */
  async function deployed(variables: Record<string, string>) {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    vi.resetModules();
    return (await import("./blobs")).blobs();
  }

  test("is the folder DATA_DIR/blobs", async () => {
    blobs = await deployed({ DATA_DIR: root });
    const id = newId();
    await blobs.put(id, Buffer.from("x"));
    expect(idsOf(await allKept(folderBlobs(path.join(root, "blobs"))))).toEqual([id]);
  });

  test("is the bucket S3_BUCKET if set, under S3_PREFIX", async () => {
    const prefix = `${newId()}/`;
    blobs = await deployed({
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: s3.endpoint,
      S3_PREFIX: prefix,
      DATA_DIR: root,
    });
    const id = newId();
    await blobs.put(id, Buffer.from("x"));
    const seen = inBucket({ prefix });
    expect(idsOf(await allKept(seen))).toEqual([id]);
    await seen.close();
    expect(await readdir(root)).toEqual([]);
  });
});

describe("a bucket", () => {
  test("a listing follows the pages of the server", async () => {
    blobs = inBucket({}, 3);
    const ids = Array.from({ length: 8 }, () => newId());
    await Promise.all(ids.map((id) => blobs.put(id, Buffer.from("x"))));
    const pages = await allPages(blobs);
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 2]);
    expect(idsOf(pages.flat())).toEqual(ids.sort());
  });

  test("objects outside the prefix are neither read nor listed", async () => {
    const others = inBucket({ prefix: "others/" });
    const id = newId();
    await others.put(id, Buffer.from("theirs"));
    blobs = inBucket({ prefix: "" });
    expect(await blobs.read(id)).toBeUndefined();
    expect(await allKept(blobs)).toEqual([]);
    await others.close();
  });

  test("a missing bucket is an error for every call, never an absent blob", async () => {
    blobs = inBucket({ bucket: "no-such-bucket" });
    await expect(blobs.read(newId())).rejects.toThrow("bucket does not exist");
    await expect(blobs.stream(newId())).rejects.toThrow("bucket does not exist");
    await expect(blobs.check()).rejects.toThrow(
      `Contents can't be kept in the S3 bucket no-such-bucket at ${s3.endpoint}: `,
    );
  });

  test("refused credentials are an error that names the bucket", async () => {
    vi.stubEnv("AWS_ACCESS_KEY_ID", "unknown-key");
    blobs = inBucket();
    await expect(blobs.check()).rejects.toThrow(/S3 bucket contents at \S+: The AWS Access Key Id/);
  });

  test("a response that breaks off is an error, read or streamed, never a shorter blob", async () => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nonly this"));
    });
    const port = await listening(server);
    blobs = inBucket({ endpoint: `http://127.0.0.1:${port}` });
    await expect(blobs.read(newId())).rejects.toThrow();
    const stream = await streamed(newId());
    await expect(buffer(stream)).rejects.toThrow();
    for (const socket of sockets) socket.destroy();
  });

  test("a server that never answers ends a call in time, whatever the number of attempts", async () => {
    const server = createServer((socket) => socket.resume());
    const port = await listening(server);
    blobs = inBucket({ endpoint: `http://127.0.0.1:${port}` }, undefined, 300);
    const late = { name: "TimeoutError", message: "The S3 service has not answered within 300 ms" };
    const id = newId();
    await expect(blobs.put(id, Buffer.from("never"))).rejects.toMatchObject(late);
    await expect(blobs.read(id)).rejects.toMatchObject(late);
    await expect(blobs.stream(id)).rejects.toMatchObject(late);
    await expect(blobs.remove(id)).rejects.toMatchObject(late);
  });

  test("a response that stops halfway ends a read in time", async () => {
    const server = createServer((socket) =>
      socket.once("data", () => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nonly this")),
    );
    const port = await listening(server);
    blobs = inBucket({ endpoint: `http://127.0.0.1:${port}` }, undefined, 300);
    await expect(blobs.read(newId())).rejects.toMatchObject({ name: "TimeoutError" });
  });

  test("unread streams block only further streams, no other calls", async () => {
    const [id, bytes] = [newId(), randomBytes(MIB)];
    blobs = inBucket();
    await blobs.put(id, bytes);
    const unread = await Promise.all(Array.from({ length: MAX_STREAMS }, () => streamed(id)));
    const opened: string[] = [];
    const oneMore = streamed(id).then((stream) => {
      opened.push("one more");
      return stream;
    });
    const small = newId();
    await Promise.all(Array.from({ length: 20 }, () => blobs.put(small, Buffer.from("small"))));
    expect((await blobs.read(small))?.toString()).toBe("small");
    expect(idsOf(await allKept(blobs))).toEqual([id, small].sort());
    await blobs.remove(small);
    await blobs.check();
    // Otherwise the streams would not have used all sockets.
    expect(opened).toEqual([]);
    await unread.pop()?.cancel();
    expect((await buffer(await oneMore)).equals(bytes)).toBe(true);
    for (const stream of unread) await stream.cancel();
  }, 20_000);

  test("an unreachable server is an error that names the bucket", async () => {
    blobs = inBucket({ endpoint: "http://127.0.0.1:1" });
    await expect(blobs.check()).rejects.toThrow("the S3 bucket contents at http://127.0.0.1:1: ");
  });
});
