import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Assay } from "@assay/client";
import { afterAll, describe, expect, test } from "vitest";
import { createFront } from "../front";
import { newProducer } from "../testing/factories";
import { picture } from "../testing/pictures";
import { until } from "../testing/until";

// Holds decision 0070.

const { server } = createFront((_request, response) => response.writeHead(404).end());
await once(server.listen(0, "127.0.0.1"), "listening");
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const address = server.address();
const baseUrl = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;

const scanner = new Assay({ baseUrl });
const newIdentifier = () => `item-${randomUUID()}`;

async function newWorld() {
  const { token, ownerKey } = await newProducer();
  const assay = new Assay({ baseUrl, token });
  const identifier = newIdentifier();
  await assay.items.create({ identifier, title: "Tote" });
  return { assay, identifier, ownerKey };
}

/** All entries of a list. */
async function everyOf<Entry>(list: AsyncIterable<Entry>): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of list) entries.push(entry);
  return entries;
}

describe("the client calls the API", () => {
  test("Common", async () => {
    expect(await scanner.service.info()).toMatchObject({ version: expect.any(String) });
    const phone = { os: "ios", deviceInfo: { isPhysicalDevice: true, systemVersion: "17.5.1" } };
    expect(await scanner.service.checkPhone(phone)).toEqual({ supported: true });
  });

  test("Items: creation is repeated by its key, and refusals name their code", async () => {
    const { assay } = await newWorld();
    const identifier = `${newIdentifier()}/ü`;
    const once = { idempotencyKey: randomUUID() };
    const created = await assay.items.create({ identifier }, once);
    expect(await assay.items.create({ identifier }, once)).toEqual(created);
    await expect(assay.items.create({ identifier })).rejects.toMatchObject({ code: "identifier-taken" });
    await expect(assay.items.create({ identifier: "" })).rejects.toMatchObject({
      status: 400,
      faults: [{ pointer: "/identifier" }],
    });
    const { data } = await assay.items.update(identifier, { title: "Tote, navy", data: { colour: "navy" } });
    expect(data).toMatchObject({ title: "Tote, navy", data: { colour: "navy" } });
    await assay.items.invalidate(identifier);
    const history = await everyOf(assay.items.listHistory(identifier, { limit: 1 }));
    expect(history.map((entry) => entry.data.action)).toEqual(["invalidated", "modified", "created"]);
    const [newest] = history;
    expect(await assay.items.getHistoryEntry(identifier, newest?.id ?? "")).toEqual(newest);
    await expect(assay.items.delete(identifier)).rejects.toMatchObject({ code: "item-invalidated" });
  });

  test("Groups", async () => {
    const { assay, identifier } = await newWorld();
    const { id } = await assay.groups.create({ title: "Bags" });
    expect(await assay.groups.addItem(id, identifier)).toBeUndefined();
    expect(await everyOf(assay.groups.listItems(id))).toEqual([identifier]);
    expect(await assay.items.get(identifier, { merged: false })).toMatchObject({ group: { id } });
    await assay.groups.removeItem(id, identifier);
    await assay.groups.delete(id);
    await expect(assay.groups.get(id)).rejects.toMatchObject({ status: 404, code: "group-not-found" });
  });

  test("Scans: recorded without a token, in a language, and read over all pages", async () => {
    const { assay, identifier } = await newWorld();
    const recorded: string[] = [];
    for (let count = 0; count < 5; count++) {
      const { scan } = await scanner.scans.record(
        { identifier, copyclassification: "original" },
        { locale: "de-DE" },
      );
      recorded.push(scan.id);
    }
    const read = await everyOf(assay.items.listScans(identifier, { limit: 2 }));
    expect(read.map(({ id }) => id).sort()).toEqual(recorded.sort());
    const image = new Blob([new Uint8Array(await picture())], { type: "image/png" });
    expect(await scanner.scans.addImage(read[0]?.id ?? "", image)).toHaveProperty("data.image");
  });

  test("Contents: a file comes back as it was stored", async () => {
    const { assay } = await newWorld();
    const data = (await picture()).toString("base64");
    const { id } = await assay.contents.create({ "content-type": "image/png", data, name: "tote.png" });
    const file = await scanner.contents.get(id);
    expect([file.type, Buffer.from(await file.arrayBuffer()).toString("base64")]).toEqual([
      "image/png",
      data,
    ]);
    expect((await assay.contents.list().page()).entries.map((one) => one.id)).toEqual([id]);
  });

  test("Hooks: also with the owner key alone", async () => {
    const { assay, identifier, ownerKey } = await newWorld();
    const hook = { events: "itemScanned", url: "https://receiver.test/" };
    const owner = new Assay({ baseUrl, ownerKey });
    const { id, secret } = await owner.hooks.createForProducer(hook);
    expect(secret).toMatch(/^whsec_/);
    await assay.hooks.createForItem(identifier, hook);
    expect((await assay.hooks.listForProducer()).hooks.map((one) => one.id)).toEqual([id]);
    await assay.hooks.deleteForProducer(id);
    expect((await assay.hooks.listForProducer()).hooks).toEqual([]);
  });

  test("Jobs", async () => {
    const { assay } = await newWorld();
    const { id: groupId } = await assay.groups.create({ title: "Bags" });
    const job = await assay.jobs.create({ kind: "groupDeletion", input: { groupId } });
    expect(await everyOf(assay.jobs.list())).toEqual([job]);
    expect(await assay.jobs.get(job.id)).toEqual(job);
  });

  test("The audit log: a later call goes on behind the cursor", async () => {
    const { assay } = await newWorld();
    const actions = async (after?: string) => {
      const { entries, cursor } = await assay.auditLog.list(after ? { after } : {}).page();
      return { cursor, actions: entries.map(({ data }) => data.action) };
    };
    const { cursor } = await until(async () => {
      const read = await actions();
      expect(read.actions).toHaveLength(3);
      return read;
    });
    await assay.groups.create({ title: "Bags" });
    await until(async () => expect((await actions(cursor)).actions).toEqual(["groupCreated"]));
  });

  test("Imports: a file and its refused rows", async () => {
    const { assay } = await newWorld();
    const rows = ["identifier,data.weight:number", `${newIdentifier()},1.5`, `${newIdentifier()},heavy`];
    const stock = new Blob([rows.join("\n")], { type: "text/csv" });
    const { id } = await assay.imports.create(stock, { kind: "items", name: "stock.csv" });
    expect(await assay.imports.get(id)).toMatchObject({ data: { created: 1, refused: 1 } });
    const refused = await everyOf(assay.imports.listRefused(id));
    expect(refused.map(({ row, faults }) => [row, faults[0]?.reason])).toEqual([[3, "notANumber"]]);
  });
});
