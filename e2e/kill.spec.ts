import { execFile } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { watch } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { z } from "zod";
import { newProducer } from "./credentials";
import { freePort, type OwnService, startOwnService } from "./own-service";

// Holds decision 0017.

const UPLOADS = 200;
const MAX_CONCURRENT_UPLOADS = 16;
const KILLS = 4;
const SEED = Number(process.env.KILL_SEED ?? 20_261_121);
const KIB = 1024;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const Created = z.object({ id: z.string() });
const Listed = z.array(
  z.object({
    id: z.string(),
    data: z.object({ size: z.number(), name: z.string(), description: z.string() }),
  }),
);
const Swept = z.object({ removed: z.number() });

/** Seeded random numbers from 0 to 1 (mulberry32). */
function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** A file to upload: the name identifies it, the description is the hash of its bytes. */
interface Upload {
  name: string;
  bytes: Buffer;
  description: string;
  /** Idempotency key for every fourth upload, which is resent until it is acknowledged. */
  key: string | undefined;
}

function uploadsOf(random: () => number): Upload[] {
  return Array.from({ length: UPLOADS }, (_, n) => {
    // From 1 KiB to 2 MiB, with each power of two equally likely.
    const bytes = randomBytes(Math.round(KIB * 2 ** (11 * random())));
    return { name: String(n), bytes, description: hashOf(bytes), key: n % 4 ? undefined : randomUUID() };
  });
}

/** Uploads; undefined if the service has refused it for now, as it may while its database restarts. */
async function send(
  url: string,
  token: string,
  { name, bytes, description, key }: Upload,
): Promise<string | undefined> {
  const response = await fetch(`${url}/api/v2/contents`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "an-api-token": token,
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    body: JSON.stringify({
      "content-type": "application/octet-stream",
      data: bytes.toString("base64"),
      name,
      description,
    }),
  });
  const text = await response.text();
  if (response.status === 503) return undefined;
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  return Created.parse(JSON.parse(text)).id;
}

/**
 * Upload everything to a service that is killed and restarted after each of `moments`, at the worst time: when it
 * starts to write the next file. Returns ids by upload name.
 */
async function uploadAll(
  uploads: Upload[],
  token: string,
  running: Running,
  moments: number[],
): Promise<Map<string, string>> {
  const acknowledged = new Map<string, string>();
  const killedDuring: number[] = [];
  let inFlight = 0;
  let steps = 0;
  const step = () => {
    if (!moments.includes(++steps)) return;
    const watcher = watch(path.join(running.dataDir, "blobs/tmp"), () => {
      watcher.close();
      killedDuring.push(inFlight);
      running.killAndStart();
    });
  };
  const queue = uploads.values();
  const work = async () => {
    for (const upload of queue) {
      while (!acknowledged.has(upload.name)) {
        const service = await running.service;
        inFlight++;
        const sent = send(service.url, token, upload);
        step();
        const outcome = await sent.then(
          (id) => ({ id }),
          (error: unknown) => ({ error }),
        );
        inFlight--;
        if ("id" in outcome) {
          if (outcome.id === undefined) continue;
          acknowledged.set(upload.name, outcome.id);
          step();
        } else if (service === (await running.service)) {
          await service.end("SIGTERM");
          throw new Error(service.said(), { cause: outcome.error });
        }
      }
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_UPLOADS }, work));
  expect(killedDuring.filter((uploadsThen) => uploadsThen > 1)).toHaveLength(KILLS);
  return acknowledged;
}

/** The running service, restarted after each kill. */
class Running {
  readonly dataDir = path.resolve(`.data/kill-${randomUUID()}`);
  /** Commands beside the service need the same settings. */
  readonly settings = { DATA_DIR: this.dataDir, DATABASE_URL: "", S3_BUCKET: "" };
  readonly #port: number;
  service: Promise<OwnService>;

  constructor(port: number) {
    this.#port = port;
    this.service = this.#start();
  }

  #start() {
    const address = { PORT: String(this.#port), PUBLIC_BASE_URL: `http://localhost:${this.#port}` };
    return startOwnService(["dist/main.mjs"], this.#port, { ...this.settings, ...address });
  }

  killAndStart() {
    this.service = this.service.then(async (service) => {
      await service.end("SIGKILL");
      return this.#start();
    });
    this.service.catch(() => undefined);
  }
}

async function listAll(url: string, token: string) {
  const response = await fetch(`${url}/api/v2/contents?limit=1000`, { headers: { "an-api-token": token } });
  expect(response.headers.get("link")).toBeNull();
  return Listed.parse(await response.json());
}

/** Ids of the blobs in a folder, and the number of half-written files. */
async function blobsIn(folder: string) {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const half = files.filter(({ parentPath }) => path.basename(parentPath) === "tmp");
  const ids = files.filter((entry) => !half.includes(entry)).map(({ name }) => name);
  return { ids: ids.toSorted(), half: half.length };
}

test(`kill -9 amid ${UPLOADS} uploads loses nothing acknowledged and leaves no row without bytes`, async () => {
  const random = randoms(SEED);
  const running = new Running(await freePort());
  const { dataDir } = running;
  try {
    await running.service;
    const { token } = await newProducer("Killed", dataDir);
    const uploads = uploadsOf(random);
    // Sending and acknowledging count as one step each.
    const stretch = (2 * UPLOADS) / (KILLS + 1);
    const moments = Array.from({ length: KILLS }, (_, n) => Math.round(stretch * (n + 0.5 + random())));
    const acknowledged = await uploadAll(uploads, token, running, moments);
    const { url } = await running.service;

    const rows = await listAll(url, token);
    const ids = rows.map(({ id }) => id).toSorted();
    const before = await blobsIn(path.join(dataDir, "blobs"));
    expect(before.ids.filter((id) => !ID.test(id))).toEqual([]);
    expect(ids.filter((id) => !before.ids.includes(id))).toEqual([]);
    expect(before.half).toBeLessThanOrEqual(KILLS * MAX_CONCURRENT_UPLOADS);

    const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", "e2e/sweep-now.ts"], {
      env: { ...process.env, ...running.settings },
    });
    const { removed } = Swept.parse(JSON.parse(stdout));
    expect(removed).toBe(before.ids.length - ids.length);
    expect((await blobsIn(path.join(dataDir, "blobs"))).ids).toEqual(ids);
    test
      .info()
      .annotations.push(
        { type: "rows", description: String(ids.length) },
        { type: "blobs without a row, swept", description: String(removed) },
        { type: "half-written files", description: String(before.half) },
      );

    const damaged: string[] = [];
    for (const { id, data } of rows) {
      const response = await fetch(`${url}/api/v2/contents/${id}`);
      const bytes = Buffer.from(await response.arrayBuffer());
      const isWhole = response.status === 200 && bytes.byteLength === data.size;
      if (!isWhole || hashOf(bytes) !== data.description) damaged.push(`${id}: ${response.status}`);
    }
    expect(damaged).toEqual([]);

    const named = new Map(uploads.map(({ name }) => [name, rows.filter(({ data }) => data.name === name)]));
    const lost = uploads.filter(({ name, description }) => {
      const acknowledgedRow = named.get(name)?.find(({ id }) => id === acknowledged.get(name));
      return acknowledgedRow?.data.description !== description;
    });
    expect(lost.map(({ name }) => name)).toEqual([]);
    const keptTwice = uploads.filter(({ name, key }) => key !== undefined && named.get(name)?.length !== 1);
    expect(keptTwice.map(({ name }) => name)).toEqual([]);
  } finally {
    await running.service.then(
      (service) => service.end("SIGTERM"),
      () => undefined,
    );
    await rm(dataDir, { recursive: true, force: true });
  }
});
