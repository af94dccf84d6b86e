import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pLimit from "p-limit";
import sharp from "sharp";
import { beginOf } from "@/server/domain/evidence/batch";
import { folderBlobs } from "@/server/platform/blobs-folder";
import { newId } from "@/server/platform/ids";
import { type BenchDatabase, settle } from "./database";
import { residentMb } from "./memory";
import type { Producer, Service, ServicePlace } from "./service";
import type { Bench } from "./setting";

const SCANS = 10_000;
const PHOTOS = 3_000;
const FEW = 100;
const GOALS = { seconds: 60, memoryMb: 100 };
const POLL_MS = 100;

/** A photo that cannot be compressed further, of about 200 KB. */
const photo = () =>
  sharp(randomBytes(420 * 420 * 3), { raw: { width: 420, height: 420, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer();

/** Items with a scan each, in a few countries, a third of them with a photo. */
async function makeScans({ sql }: BenchDatabase, { folder }: ServicePlace, { producerId }: Producer) {
  await sql`
    insert into scans (id, item_id, producer_id, identifier, timestamp, copyclassification, latitude, longitude, country, data, os, device)
    select new_id(), items.id, producer_id, identifier, now() - random() * interval '20 days',
      case when random() < 0.4 then 'fake' else 'original' end, 48 + random() * 6, 2 + random() * 12, 'NL',
      '{"note": "seam"}', 'iOS 19', md5(random()::text)
    from items where identifier like 'evidence-%' and producer_id = ${producerId}`;
  const scans = await sql<{ id: string }[]>`
    select id from scans where producer_id = ${producerId} and identifier like 'evidence-%' order by timestamp limit ${PHOTOS}`;
  const store = folderBlobs(path.join(folder, "service", "blobs"));
  const limit = pLimit(8);
  const some = await Promise.all(Array.from({ length: 20 }, photo));
  await Promise.all(
    scans.map(({ id }, index) =>
      limit(async () => {
        const bytes = some[index % some.length] ?? Buffer.alloc(1);
        const content = newId();
        await store.put(content, bytes);
        await sql`
          insert into contents (id, producer_id, content_type, size, sha256, scan_id, scan_place, created_at)
          values (${content}, ${producerId}, 'image/jpeg', ${bytes.byteLength}, sha256(${bytes}), ${id}, 1, now())`;
      }),
    ),
  );
}

/** A case with some of the scans, and a job that makes its pack. Returns the job. */
async function requestPack({ sql }: BenchDatabase, { producerId }: Producer, scans: number): Promise<string> {
  const [caseId, packId, jobId, actor] = [newId(), newId(), newId(), randomUUID()];
  await sql`
    insert into cases (id, producer_id, number, title, summary, created_at, updated_at)
    values (${caseId}, ${producerId}, ${scans}, 'Bench', '', now(), now())`;
  await sql`
    insert into case_links (case_id, producer_id, kind, scan_id, added_at, added_by)
    select ${caseId}, producer_id, 'scan', id, now(), 'Bench' from scans
    where producer_id = ${producerId} and identifier like 'evidence-%' order by timestamp limit ${scans}`;
  await sql`
    insert into evidence_packs (id, case_id, producer_id, number, job_id, language, actor_id, actor_name, requested_at)
    values (${packId}, ${caseId}, ${producerId}, 1, ${jobId}, 'en', ${actor}, 'Bench', now())`;
  await sql`
    insert into jobs (id, producer_id, kind, input, name, actor_type, actor_id, actor_name, state, cursor, done, total, result, requested_at, turn_at)
    values (${jobId}, ${producerId}, 'evidencePack', ${sql.json({ caseId, language: "en" })}, 'Bench', 'user', ${actor}, 'Bench',
      'running', ${sql.json({ ...beginOf(packId) })}, 0, ${scans + 1}, '{}', now(), now())`;
  return jobId;
}

interface Made {
  scans: number;
  seconds: number;
  memoryMb: number;
}

/** Makes a pack and waits for it. */
async function makePack(
  database: BenchDatabase,
  service: Service,
  producer: Producer,
  scans: number,
): Promise<Made> {
  const started = performance.now();
  const job = await requestPack(database, producer, scans);
  let memoryMb = 0;
  for (;;) {
    memoryMb = Math.max(memoryMb, residentMb(service.pid));
    const [row] = await database.sql<{ state: string; error: string | null }[]>`
      select state, error from jobs where id = ${job}`;
    if (row?.state === "done") break;
    if (row?.state !== "running") throw new Error(`The job is ${row?.state}: ${row?.error}`);
    await delay(POLL_MS);
  }
  return { scans, seconds: (performance.now() - started) / 1_000, memoryMb };
}

/** Makes evidence packs of a small and of the largest case: time and memory. */
export const evidence: Bench = async ({ database, place, service, producer }) => {
  const url = `http://127.0.0.1:${service.port}/api/v2/imports?kind=items&name=bench`;
  const lines = Array.from({ length: SCANS }, (_, n) => `evidence-${n + 1},Handbag ${n}\n`);
  const sent = await fetch(url, {
    method: "POST",
    headers: { "an-api-token": producer.token, "content-type": "text/csv" },
    body: `identifier,title\n${lines.join("")}`,
  });
  if (!sent.ok) throw new Error(await sent.text());
  while ((await database.sql`select from jobs where ended_at is null`).length > 0) await delay(POLL_MS);
  await makeScans(database, place, producer);
  await settle(database);
  // The first pack loads what draws maps and documents.
  await makePack(database, service, producer, FEW);
  const small = await makePack(database, service, producer, FEW + 1);
  const large = await makePack(database, service, producer, SCANS);
  const growthMb = large.memoryMb - small.memoryMb;
  console.log(`\nevidence: packs of cases, ${PHOTOS} photos in the larger one\n`);
  for (const { scans, seconds, memoryMb } of [small, large])
    console.log(`  ${scans} scans: ${seconds.toFixed(1)} s, memory ${memoryMb.toFixed(0)} MiB`);
  console.log(
    `  ${large.seconds.toFixed(1)} s (goal ${GOALS.seconds}): ${large.seconds <= GOALS.seconds ? "reached" : "missed"}`,
  );
  console.log(
    `  memory +${growthMb.toFixed(0)} MiB (goal ${GOALS.memoryMb}): ${growthMb <= GOALS.memoryMb ? "reached" : "missed"}`,
  );
  const folder = new URL("results/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  const result = {
    bench: "evidence",
    date: new Date().toISOString(),
    machine: { cpus: os.availableParallelism(), model: os.cpus()[0]?.model ?? "unknown" },
    node: process.version,
    goals: GOALS,
    photos: PHOTOS,
    measured: [small, large],
    growthMb,
  };
  writeFileSync(new URL("evidence.json", folder), `${JSON.stringify(result, null, 2)}\n`);
  console.log("\n  written to lab/bench/results/evidence.json");
};
