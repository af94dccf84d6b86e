import { isNull } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { history } from "@/db/schema/history";
import { jobs } from "@/db/schema/jobs";
import { runningJobs } from "@/server/background/run-jobs";
import { requestCheck, requestImport } from "@/server/domain/imports/change";
import { ownedImport } from "@/server/domain/imports/read";
import { stageImport } from "@/server/domain/imports/stage";
import { runPass } from "@/server/loops/pass";
import { runtime } from "@/server/runtime/runtime";
import { type SeededDemo, seedDemo } from "@/server/seed/seed-demo";
import { newSignedIn, producerQuery } from "@/server/testing/dashboard";
import { ctxOf, systemCtx } from "@/server/testing/factories";
import { exportList } from "./export-list";

const { database } = runtime();
const { db } = database;
const ITEMS = 1_500;

let demo: SeededDemo;

beforeAll(async () => {
  demo = await seedDemo(systemCtx(), { items: ITEMS, scans: 2_000, days: 30, seed: 1 });
});

async function download(list: string, format: string): Promise<ReadableStream<Uint8Array>> {
  const { cookie } = await newSignedIn([{ producer: demo, role: "owner" }]);
  const search = new URLSearchParams([
    ...new URLSearchParams(producerQuery(cookie)),
    ["list", list],
    ["format", format],
  ]);
  const url = `https://assay.test/api/dashboard/export?${search}`;
  const reply = await exportList(new Request(url, { headers: { cookie, "sec-fetch-site": "same-origin" } }));
  if (!reply.ok || !reply.body) throw new Error(await reply.text());
  return reply.body;
}

async function finishJobs() {
  while ((await db.$count(jobs, isNull(jobs.endedAt))) > 0) await runPass(runningJobs(), database);
}

test.each(
  ["csv", "xlsx", "jsonl"].flatMap((format) => [["items", format] as const, ["groups", format] as const]),
)("all %s of a demo, exported as %s and imported unchanged, are unchanged", async (kind, format) => {
  const ctx = ctxOf(demo);
  const before = await db.$count(history);
  const { id } = await stageImport(
    ctx,
    database.copyClient,
    { kind, name: `all.${format}` },
    await download(kind, format),
  );
  await requestCheck(ctx, { importId: id });
  await finishJobs();
  await requestImport(ctx, { importId: id });
  await finishJobs();
  const { rows, created, changed, unchanged } = await ownedImport(ctx, id);
  expect({ created, changed, unchanged }).toEqual({ created: 0, changed: 0, unchanged: rows });
  if (kind === "items") expect(rows).toBe(ITEMS);
  else expect(rows).toBeGreaterThan(1);
  expect(await db.$count(history)).toBe(before);
});
