import { chmod, mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findPlace, startEmbeddedPostgres } from "@assay/embedded-postgres";
import postgres from "postgres";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { backUp, type Cluster, copyLog, folderPlace, type Place, readText } from "./index";

// Holds decision 0061.

const SETTINGS = { fsync: "off", shared_buffers: "16MB", max_connections: "20" };

let home: string;
let place: Place;

beforeEach(async () => {
  home = await realpath(await mkdtemp(path.join(tmpdir(), "assay-test-")));
  await chmod(home, 0o755);
  place = folderPlace(path.join(home, "backups"));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
});

/** A running server, which its test may stop before its end. */
async function started(name: string, settings: Record<string, string> = {}) {
  const dataDir = path.join(home, name);
  await mkdir(dataDir, { recursive: true, mode: 0o755 });
  const server = await startEmbeddedPostgres({
    dataDir,
    database: "shop",
    settings: { ...SETTINGS, ...settings },
  });
  const sql = postgres(server.url, { max: 1, fetch_types: false, onnotice: () => {} });
  onTestFinished(async () => {
    await sql.end();
    await server.stop();
  });
  const cluster: Cluster = { url: server.url, folder: (await findPlace(dataDir)).cluster };
  return { sql, cluster };
}

/** All small files of the place, with their text. */
async function factsOf(place: Place) {
  const names = (await Promise.all(["base/", "wal/"].map((prefix) => place.list(prefix)))).flat();
  const files = names.map(async ({ name, writtenAt }) => ({
    name,
    writtenAt,
    text: name.endsWith(".json") ? await readText(place, name) : undefined,
  }));
  return Promise.all(files);
}

describe("several clusters and one place", { timeout: 120_000 }, () => {
  test("backups of a lost database stay as they are: another one is refused there", async () => {
    const lost = await started("lost");
    await backUp(lost.cluster, place);
    const before = await factsOf(place);
    const other = await started("other");
    const refusal = "holds the backups of another database cluster";
    await expect(copyLog(other.cluster, place)).rejects.toThrow(refusal);
    await expect(backUp(other.cluster, place)).rejects.toThrow(refusal);
    expect(await factsOf(place)).toEqual(before);
    expect(await backUp(other.cluster, folderPlace(path.join(home, "empty")))).toBeDefined();
    await copyLog(lost.cluster, place);
  });
});
