import { createHash, createPublicKey, verify } from "node:crypto";
import { checkPack, FILES, openArchive, type PackFiles, type PublicKey } from "@assay/evidence";
import { openAuthority } from "@assay/evidence/testing";
import { and, eq, isNull, sql } from "drizzle-orm";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { auditEvents } from "@/db/schema/audit-events";
import { evidenceFiles } from "@/db/schema/evidence-packs";
import { jobs } from "@/db/schema/jobs";
import { runningJobs } from "@/server/background/run-jobs";
import { linkToCase } from "@/server/domain/cases/link";
import { openCase } from "@/server/domain/cases/open";
import { NewCase } from "@/server/domain/cases/schema";
import { deleteOldEvidence } from "@/server/domain/evidence/delete-old";
import { recordInspection } from "@/server/domain/inspections/record";
import type { NewProducer } from "@/server/domain/producers/create";
import { addScanImage, keepScanImage } from "@/server/domain/scans/add-image";
import { runPass } from "@/server/loops/pass";
import { blobs } from "@/server/platform/blobs";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { post } from "@/server/testing/api";
import { callProcedure, newSignedIn, producerQuery, type SignedInPerson } from "@/server/testing/dashboard";
import { ctxOf, newItem, newProducer, newScan } from "@/server/testing/factories";
import { inspectionOf, jpeg, newPhotographer, send } from "@/server/testing/inspections";
import { picture } from "@/server/testing/pictures";
import { showEvidenceKeys } from "@/server/web/evidence-keys";
import { downloadEvidence } from "./evidence";

// Holds decision 0083.

const settings = vi.hoisted<{ TSA_URL?: string | undefined }>(() => ({}));
vi.mock("@/server/platform/env", async (load) => {
  const real = await load<typeof import("@/server/platform/env")>();
  return { ...real, env: Object.defineProperty({ ...real.env }, "TSA_URL", { get: () => settings.TSA_URL }) };
});

const { db } = runtime().database;

let producer: NewProducer;
let editor: SignedInPerson;
beforeAll(async () => {
  producer = await newProducer("Maison Example");
  editor = await newSignedIn([{ producer, role: "editor" }]);
});
afterEach(() => {
  settings.TSA_URL = undefined;
});

/** A scan with a photo and, after a change, two entries of history. */
async function scanned(background: string): Promise<{ item: string; scan: string; photo: string }> {
  const item = await newItem(producer, { title: "=Luna, большой 鞄" });
  const changed = await post(`/items/${item}`, { data: { colour: "red" } }, { token: producer.token });
  expect(changed.status).toBe(200);
  const scan = await newScan(item, {
    copyclassification: "fake",
    location: { latitude: 51.92, longitude: 4.48 },
    data: { note: "seam" },
  });
  const ctx = ctxOf(producer);
  const image = { data: await picture("jpeg", { background }), "content-type": "image/jpeg" };
  const file = await keepScanImage(ctx, scan, image);
  await addScanImage(ctx, scan, file);
  return { item, scan, photo: file.id };
}

async function newReport(item: string): Promise<string> {
  const id = newId();
  await db.execute(sql`
    insert into reports (id, item_id, producer_id, timestamp, kind, text, email)
    select ${id}, id, producer_id, now(), 'seller', 'Market stall', 'buyer@example.com' from items where identifier = ${item}`);
  await db.execute(sql`
    insert into report_photos (report_id, image, created_at) values (${id}, ${await picture("webp")}, now())`);
  return id;
}

async function newCase(): Promise<{ id: string; scans: Awaited<ReturnType<typeof scanned>>[] }> {
  const scans = [await scanned("#c0392b"), await scanned("#2b39c0")];
  const report = await newReport(scans[0]?.item ?? "");
  const { id } = await openCase(
    ctxOf(producer),
    NewCase.parse({
      title: "Rotterdam handbags",
      links: [
        { kind: "scan", refs: scans.map(({ scan }) => scan) },
        { kind: "report", refs: [report] },
      ],
    }),
  );
  return { id, scans };
}

const Job = z.object({ state: z.string(), result: z.object({ packId: z.string() }) });

/** Makes a pack, with all that its job has to do. */
async function packOf(caseId: string, as: SignedInPerson): Promise<string> {
  const { value } = await callProcedure("cases.makePack", { caseId, language: "en" }, as);
  const { result } = Job.parse(value);
  while ((await db.$count(jobs, isNull(jobs.endedAt))) > 0)
    await runPass(
      runningJobs(() => false),
      runtime().database,
    );
  return result.packId;
}

const made = (caseId: string) => packOf(caseId, editor);

const download = (pack: string, { cookie }: SignedInPerson = editor, site = "same-origin") =>
  downloadEvidence(
    new Request(`https://assay.test/api/dashboard/evidence?pack=${pack}&${producerQuery(cookie)}`, {
      headers: { cookie, "sec-fetch-site": site },
    }),
  );

async function filesIn(pack: string, as = editor): Promise<Map<string, Uint8Array>> {
  const reply = await download(pack, as);
  expect(reply.status).toBe(200);
  const archive = await openArchive(new Blob([await reply.arrayBuffer()]));
  const files = new Map<string, Uint8Array>();
  for (const path of archive.paths) files.set(path, await archive.read(path));
  return files;
}

const asPack = (files: Map<string, Uint8Array>): PackFiles => ({
  paths: [...files.keys()],
  read: async (path) => {
    const bytes = files.get(path);
    if (!bytes) throw new Error(path);
    return bytes;
  },
});

const Keys = z.object({
  keys: z.array(
    z.object({
      kty: z.literal("OKP"),
      crv: z.literal("Ed25519"),
      x: z.string(),
      kid: z.string(),
      alg: z.literal("EdDSA"),
    }),
  ),
});
const published = async (): Promise<PublicKey[]> => Keys.parse(await (await showEvidenceKeys()).json()).keys;

const check = async (files: Map<string, Uint8Array>) => checkPack(asPack(files), await published());

const textOf = (files: Map<string, Uint8Array>, path: string) =>
  Buffer.from(files.get(path) ?? []).toString();

test("a pack holds the report, scans, photos, histories and who made it; everything in it checks out", async () => {
  const { id, scans } = await newCase();
  const files = await filesIn(await made(id));
  const checked = await check(files);
  expect(checked).toMatchObject({ faults: [], recorded: [], files: files.size, timestamp: undefined });
  expect(checked.facts).toMatchObject({
    case: { title: "Rotterdam handbags", links: { scan: 2, report: 1 } },
    producer: { name: "Maison Example" },
    madeBy: { name: expect.any(String) },
  });
  expect((await published()).map(({ kid }) => kid)).toContain(checked.keyId);
  for (const { scan, photo } of scans)
    expect(files.get(`photos/${scan}-1.jpg`)).toEqual(new Uint8Array((await blobs().read(photo)) ?? []));
  expect([...files.keys()].filter((path) => path.startsWith("photos/report-"))).toHaveLength(1);
  expect([...files.keys()].filter((path) => path.startsWith("history/")).toSorted()).toEqual([
    "history/item-00001/000001.json",
    "history/item-00001/000002.json",
    "history/item-00002/000001.json",
    "history/item-00002/000002.json",
  ]);
  const table = textOf(files, "scans/scans-00001.csv");
  expect(table).toContain("'=Luna, большой 鞄");
  expect(table).toContain("51.92");
  // Buyers' addresses stay here.
  for (const bytes of files.values()) expect(Buffer.from(bytes).includes("buyer@example.com")).toBe(false);
});

test("scans with much data are spread over several tables, and no table exceeds the size of a file", async () => {
  const { id, scans } = await newCase();
  for (const { scan } of scans)
    await db.execute(sql`
      update scans set data = jsonb_build_object('text', repeat('x', 3000000)) where id = ${scan}`);
  const files = await filesIn(await made(id));
  const tables = [...files.keys()].filter((path) => path.startsWith("scans/") && path.endsWith(".csv"));
  expect(tables).toEqual(["scans/scans-00001.csv", "scans/scans-00002.csv"]);
  expect((await check(files)).faults).toEqual([]);
});

test("inspections of a case are in its pack, with the note and the guided photos; so are those behind its scans", async () => {
  const { producer, cookie, ctx } = await newPhotographer();
  const made = await recordInspection(ctx, inspectionOf(`none ${newId()}`, { case: "new" }));
  const behind = await recordInspection(ctx, inspectionOf(await newItem(producer), { isFlagged: false }));
  const bytes = [await jpeg(1), await jpeg(2)];
  for (const [index, { id }] of [made, behind].entries())
    expect((await send(cookie, id, "front", bytes[index] ?? Buffer.alloc(0))).status).toBe(200);
  await linkToCase(ctxOf(producer), made.caseId ?? "", { kind: "scan", refs: [behind.id] });
  const owner = await newSignedIn([{ producer, role: "owner" }]);
  const files = await filesIn(await packOf(made.caseId ?? "", owner), owner);
  for (const [index, { id }] of [made, behind].entries())
    expect(files.get(`photos/inspection-${id}-1.jpg`)).toEqual(new Uint8Array(bytes[index] ?? []));
  const table = textOf(files, "inspections/inspections-00001.csv");
  expect(table.match(/Loose seam/g)).toHaveLength(2);
  expect(table).toContain(`front: photos/inspection-${made.id}-1.jpg`);
  expect((await check(files)).faults).toEqual([]);
});

test("sha256sum and any program with Ed25519 check a pack without Assay", async () => {
  const files = await filesIn(await made((await newCase()).id));
  const list = files.get(FILES.sums) ?? new Uint8Array();
  for (const line of Buffer.from(list).toString().trim().split("\n")) {
    const [sum, path = ""] = line.split("  ");
    expect(
      createHash("sha256")
        .update(files.get(path) ?? "")
        .digest("hex"),
    ).toBe(sum);
  }
  const key = createPublicKey(textOf(files, FILES.key));
  expect(verify(null, list, key, files.get(FILES.signature) ?? new Uint8Array())).toBe(true);
});

test("one changed byte of any file is named, as is a file that was removed or added", async () => {
  const authority = await openAuthority();
  settings.TSA_URL = authority.url;
  const files = await filesIn(await made((await newCase()).id));
  await authority.close();
  expect(await check(files)).toMatchObject({ faults: [], timestamp: { authority: "Test authority" } });
  for (const [path, bytes] of files) {
    for (const at of [0, Math.floor(bytes.byteLength / 2), bytes.byteLength - 1]) {
      const changed = new Uint8Array(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const { faults } = await check(new Map(files).set(path, changed));
      const named = path === FILES.sums ? faults : faults.filter((fault) => fault.path === path);
      expect(named, `${path} at ${at}`).not.toEqual([]);
    }
    const without = new Map(files);
    without.delete(path);
    // A pack may have no time stamp.
    if (path !== FILES.timestamp)
      expect((await check(without)).faults).toContainEqual({ path, kind: "missing" });
  }
  const { faults } = await check(new Map(files).set("photos/more.jpg", new Uint8Array([1])));
  expect(faults).toEqual([{ path: "photos/more.jpg", kind: "added" }]);
});

test("a made-up pack that was signed with another key is refused", async () => {
  const files = await filesIn(await made((await newCase()).id));
  const { faults, keyId } = await checkPack(asPack(files), []);
  expect(faults).toEqual([{ path: FILES.key, kind: "unknownKey" }]);
  expect(keyId).toBeDefined();
});

test("history rows and photos that were changed before the pack are named in it", async () => {
  const { id, scans } = await newCase();
  const [first, second] = scans;
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      update history set actor_name = 'Another person'
      where item_id = (select id from items where identifier = ${first?.item ?? ""}) and position = 1`);
  });
  const photo = second?.photo ?? "";
  const bytes = (await blobs().read(photo)) ?? Buffer.alloc(0);
  await blobs().remove(photo);
  await blobs().put(photo, Buffer.concat([bytes, Buffer.from([0])]));
  const checked = await check(await filesIn(await made(id)));
  // The entry after it names the hash of the entry that was written.
  expect(checked.faults).toEqual([{ path: "history/item-00001/000002.json", kind: "unlinked" }]);
  expect(checked.recorded.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    { path: "history/item-00001/000001.json", kind: "changed" },
    { path: `photos/${second?.scan}-1.jpg`, kind: "changed" },
  ]);
});

test("a photo that was changed or erased after the pack is named; a stored file cannot be changed at all", async () => {
  const { id, scans } = await newCase();
  const pack = await made(id);
  const [first, second] = scans;
  const bytes = (await blobs().read(first?.photo ?? "")) ?? Buffer.alloc(1);
  await blobs().remove(first?.photo ?? "");
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  await blobs().put(first?.photo ?? "", bytes);
  await blobs().remove(second?.photo ?? "");
  const { faults } = await check(await filesIn(pack));
  expect(faults.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))).toEqual([
    { path: `photos/${first?.scan}-1.jpg`, kind: "changed" },
    { path: `photos/${second?.scan}-1.jpg`, kind: "missing" },
  ]);
  await expect(
    db.execute(sql`update evidence_files set body = 'x' where pack_id = ${pack} and path = 'report.pdf'`),
  ).rejects.toThrow();
  await expect(
    db.execute(sql`update evidence_packs set actor_name = 'x' where id = ${pack}`),
  ).rejects.toThrow();
});

test("without the authority a pack is signed all the same, and says why it has no time stamp", async () => {
  const authority = await openAuthority({ isBroken: true });
  settings.TSA_URL = authority.url;
  const { id } = await newCase();
  await made(id);
  await authority.close();
  expect(authority.count()).toBe(4);
  const { value } = await callProcedure("cases.packs", { id }, editor);
  expect(value).toMatchObject([{ number: 1, isTimed: false, timestampFault: "The authority answered 503." }]);
});

test("who made and who downloaded a pack stands in the case and in the audit log", async () => {
  const { id } = await newCase();
  const pack = await made(id);
  await (await download(pack)).arrayBuffer();
  const { value } = await callProcedure("cases.timeline", { id, limit: 2 }, editor);
  const changes = [{ path: "/pack", to: 1 }];
  expect(value).toMatchObject({
    entries: [
      { kind: "packDownloaded", changes },
      { kind: "packMade", changes: [...changes, { path: "/sha256" }] },
    ],
  });
  const acts = await db
    .select({ action: auditEvents.action })
    .from(auditEvents)
    .where(and(eq(auditEvents.targetId, id), eq(auditEvents.producerId, producer.producerId)))
    .orderBy(auditEvents.id);
  expect(acts.map(({ action }) => action)).toEqual([
    "caseOpened",
    "evidencePackMade",
    "evidencePackDownloaded",
  ]);
});

test("403, 404, 409: viewers, others, other origins, and packs without their files", async () => {
  const { id } = await newCase();
  const pack = await made(id);
  const viewer = await newSignedIn([{ producer, role: "viewer" }]);
  const stranger = await newSignedIn([{ producer: await newProducer(), role: "owner" }]);
  expect((await callProcedure("cases.makePack", { caseId: id, language: "en" }, viewer)).status).toBe(403);
  expect((await callProcedure("cases.makePack", { caseId: id, language: "en" }, stranger)).status).toBe(404);
  expect((await download(pack, viewer)).status).toBe(403);
  expect((await download(pack, stranger)).status).toBe(404);
  expect((await download(pack, editor, "cross-site")).status).toBe(403);
  expect((await download("none")).status).toBe(404);
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(
      sql`update evidence_packs set requested_at = now() - interval '31 days' where id = ${pack}`,
    );
  });
  expect(await deleteOldEvidence({ db })).toBeGreaterThan(5);
  expect(await db.$count(evidenceFiles, eq(evidenceFiles.packId, pack))).toBe(0);
  expect((await download(pack)).status).toBe(409);
  const { value } = await callProcedure("cases.packs", { id }, editor);
  expect(value).toMatchObject([{ number: 1, filesDeletedAt: expect.any(Date), sha256: expect.any(String) }]);
});
