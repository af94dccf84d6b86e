import { desc, eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { reports } from "@/db/schema/reports";
import { scans } from "@/db/schema/scans";
import { sightings } from "@/db/schema/sightings";
import { fromNetwork } from "@/server/platform/caller-network";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { callProcedure, newSignedIn } from "@/server/testing/dashboard";
import { itemRow, newItem, newProducer } from "@/server/testing/factories";
import { newPattern } from "@/server/testing/patterns";
import { photo } from "@/server/testing/sample-images/picture";
import { receiveReport, submitReport, tellPlace } from "./tell";
import { type Visit, visit } from "./visit";
import { forUpload, forVisitor, type Refused } from "./visitor";

// Holds decision 0027.

vi.hoisted(() => {
  process.env.RATE_LIMITS = "on";
});

const IN_GERMANY = "194.25.0.60";
const db = () => runtime().database.db;

/** A browser that keeps the page's cookie. */
class Phone {
  cookie = "";

  constructor(readonly address: string) {}

  #ask<T>(
    path: string,
    form: Record<string, string> | FormData | undefined,
    work: (request: Request) => Promise<T>,
  ) {
    const request = new Request(`https://assay.test/v/${path}`, {
      method: form ? "POST" : "GET",
      headers: {
        host: "assay.test",
        "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1",
        cookie: this.cookie,
        "sec-fetch-site": form ? "same-origin" : "none",
      },
      ...(form ? { body: form instanceof FormData ? form : new URLSearchParams(form) } : {}),
    });
    return fromNetwork(this.address, () => work(request), this.address);
  }

  async visit(identifier: string, wanted = ["en"]): Promise<Visit> {
    const seen = await this.#ask(encodeURIComponent(identifier), undefined, (request) =>
      forVisitor(request, (visitor) => visit(visitor, wanted)),
    );
    if ("refused" in seen) throw new Error(`Refused: ${seen.refused}`);
    if (seen.setCookie) this.cookie = seen.setCookie.split(";")[0] ?? "";
    return seen;
  }

  tellPlace = (identifier: string, latitude: string, longitude: string) =>
    this.#ask(`${encodeURIComponent(identifier)}/place`, { latitude, longitude }, (request) =>
      forVisitor(request, tellPlace),
    );

  report = (identifier: string, form: Record<string, string> | FormData): Promise<undefined | Refused> =>
    this.#ask(`${encodeURIComponent(identifier)}/report`, form, (request) =>
      forUpload(request, receiveReport, async (visitor, received) => {
        await submitReport(visitor, received);
        return undefined;
      }),
    );
}

const scansOf = (identifier: string) => db().select().from(scans).where(eq(scans.identifier, identifier));

test("opening the page records one scan of unknown class; a reload records none, and other browsers are unaffected", async () => {
  const producer = await newProducer("Norvane");
  const [identifier, other] = [await newItem(producer, { title: "Shoe" }), await newItem(producer)];
  const phone = new Phone(IN_GERMANY);
  const first = await phone.visit(identifier);
  expect(first).toMatchObject({ recorded: "yes", mayBePlaced: true });
  expect(first.item).toMatchObject({
    title: "Shoe",
    past: { producerName: "Norvane", count: 0, first: null },
  });
  expect(await scansOf(identifier)).toMatchObject([
    {
      copyclassification: "unknown",
      country: "DE",
      os: "ios",
      creator: null,
      softwareInfo: { app: "verify-web" },
    },
  ]);

  expect(await phone.visit(identifier)).toMatchObject({ recorded: "yes", item: { past: { count: 0 } } });
  expect((await itemRow(identifier)).scans).toBe(1);
  await phone.visit(other);
  expect(await scansOf(other)).toHaveLength(1);
  await phone.visit(identifier);
  expect((await itemRow(identifier)).scans).toBe(1);

  const second = await new Phone("192.0.2.20").visit(identifier);
  expect(second.item?.past).toMatchObject({ count: 1, countries: 1, first: { country: "DE" } });
});

test("the page is in the requested language and omits infos for after verification", async () => {
  const producer = await newProducer("Norvane");
  const identifier = await newItem(producer, {
    title: "Shoe",
    data: { i18n: { de: { title: "Schuh" }, fr: { title: "Chaussure" } } },
    verificationinfos: [
      { label: "Sole", value: ["Rubber", ""] },
      { label: "Mark", value: "A star", visible: "verified" },
      { value: "" },
    ],
  });
  const shown = async (wanted: string[]) => (await new Phone("192.0.2.21").visit(identifier, wanted)).item;
  expect(await shown(["de-AT", "en"])).toMatchObject({
    title: "Schuh",
    locale: "de",
    infos: [{ label: "Sole", values: ["Rubber"] }],
    withheld: 1,
  });
  expect((await shown(["it", "fr", "de"]))?.title).toBe("Chaussure");
  expect((await shown(["it", "en", "de"]))?.title).toBe("Shoe");
});

test("an unknown identifier leaves one sighting, however often the page is opened", async () => {
  const phone = new Phone("192.0.2.22");
  const identifier = `made up ${newId()}`;
  expect(await phone.visit(identifier)).toMatchObject({
    item: undefined,
    recorded: "yes",
    mayBePlaced: false,
  });
  expect(await phone.visit(identifier)).toMatchObject({ item: undefined, recorded: "yes" });
  expect(await db().select().from(sightings).where(eq(sightings.identifier, identifier))).toHaveLength(1);
  expect(await new Phone("192.0.2.22").visit("a\0b")).toMatchObject({ item: undefined, recorded: "no" });
});

test("who opened the page before the item existed makes a scan once it does", async () => {
  const phone = new Phone("192.0.2.30");
  const identifier = `soon ${newId()}`;
  await phone.visit(identifier);
  await newItem(await newProducer(), { identifier });
  expect(await phone.visit(identifier)).toMatchObject({ recorded: "yes", mayBePlaced: true });
  await phone.visit(identifier);
  expect(await scansOf(identifier)).toHaveLength(1);
  expect(await phone.tellPlace(identifier, "46.95", "7.45")).toBe(true);
});

test("above the limits of Add Scan the page still answers and says that nothing was recorded", async () => {
  const identifier = await newItem(await newProducer(), { title: "Busy" });
  const visits = await Promise.all(
    Array.from({ length: 64 }, () => new Phone("192.0.2.23").visit(identifier)),
  );
  const refused = visits.filter(({ recorded }) => recorded === "tooMany");
  expect(refused).toHaveLength(4);
  for (const { item, setCookie } of refused) {
    expect(item?.title).toBe("Busy");
    expect(setCookie).toBeUndefined();
  }
  expect((await itemRow(identifier)).scans).toBe(60);
});

test("the location can be added once, by the browser that made the scan, within half an hour", async () => {
  const identifier = await newItem(await newProducer());
  const phone = new Phone("192.0.2.24");
  await phone.visit(identifier);
  const stranger = new Phone("192.0.2.24");
  stranger.cookie = phone.cookie.replace(/\.(.)/, (_, first) => `.${first === "A" ? "B" : "A"}`);
  expect(await stranger.tellPlace(identifier, "52.5", "13.4")).toBe(false);
  expect(await phone.tellPlace(await newItem(await newProducer()), "52.5", "13.4")).toBe(false);
  expect(await phone.tellPlace(identifier, "", "13.4")).toMatchObject({ status: 400 });
  expect(await phone.tellPlace(identifier, "91", "13.4")).toMatchObject({ status: 400 });
  expect(await phone.tellPlace(identifier, "46.95", "7.45")).toBe(true);
  expect(await phone.tellPlace(identifier, "52.5", "13.4")).toBe(false);
  expect(await scansOf(identifier)).toMatchObject([
    { latitude: 46.95, longitude: 7.45, country: "CH", continent: "EU" },
  ]);
  expect((await phone.visit(identifier)).mayBePlaced).toBe(false);

  const late = new Phone("192.0.2.24");
  const slow = await newItem(await newProducer());
  await late.visit(slow);
  await db()
    .update(scans)
    .set({ timestamp: new Date(Date.now() - 31 * 60_000) })
    .where(eq(scans.identifier, slow));
  expect(await late.tellPlace(slow, "52.5", "13.4")).toBe(false);
});

test("a report reaches the item's producer with its scan, and no other producer; too many are refused", async () => {
  const [producer, other] = [await newProducer(), await newProducer()];
  const identifier = await newItem(producer, { title: "Shoe" });
  const phone = new Phone("192.0.2.25");
  await phone.visit(identifier);
  const text = "<b>Half</b> the price\u0000\u001b[31m\r\nin a market ";
  expect(
    await phone.report(identifier, { kind: "seller", text, email: "buyer@example.com" }),
  ).toBeUndefined();
  expect(await phone.report(identifier, { kind: "looks", text: "", email: "" })).toBeUndefined();
  expect(await phone.report(identifier, { kind: "seller", text: "x".repeat(1001) })).toMatchObject({
    status: 400,
  });
  expect(await phone.report(identifier, { kind: "seller", email: "no-address" })).toMatchObject({
    status: 400,
  });
  expect(await phone.report(identifier, { kind: "praise" })).toMatchObject({ status: 400 });
  expect(await phone.report("no\u0001code", { kind: "other" })).toMatchObject({ status: 404 });

  const [scan] = await scansOf(identifier);
  const list = async (of: typeof producer, filter: object) => {
    const { cookie } = await newSignedIn([{ producer: of, role: "viewer" }]);
    return (await callProcedure("reports.list", { filter }, { cookie })).value;
  };
  const report = {
    kind: "seller",
    text: "<b>Half</b> the price[31m\nin a market",
    email: "buyer@example.com",
    scanId: scan?.id,
    identifier,
  };
  expect(await list(producer, { item: identifier })).toMatchObject({
    entries: [{ kind: "looks", email: null }, report],
  });
  expect(await list(producer, { scan: scan?.id })).toMatchObject({ entries: [{}, report] });
  expect(await list(other, { item: identifier })).toEqual({ entries: [], nextCursor: null });

  const statuses = [];
  for (let i = 0; i < 3; i++) statuses.push((await phone.report(identifier, { kind: "other" }))?.status);
  expect(statuses).toEqual([undefined, undefined, 429]);
  const kept = await db().select().from(reports).where(eq(reports.producerId, producer.producerId));
  expect(kept).toHaveLength(4);
});

test("a report of an unregistered code reaches the producer that claims it, else admins, and no other producer", async () => {
  const [producer, other] = [await newProducer(), await newProducer()];
  const prefix = `RPT${newId().slice(-8).toUpperCase()}`;
  await newPattern(producer, `${prefix}-`);
  const phone = new Phone("192.0.2.26");
  const [alike, strange] = [`${prefix}-9999`, `x${newId()}/☃`];
  for (const code of [alike, strange]) {
    expect((await phone.visit(code)).item).toBeUndefined();
    expect(await phone.report(code, { kind: "shop", text: "A market stall" })).toBeUndefined();
  }
  const Reports = z.object({ entries: z.array(z.object({ identifier: z.string(), isOfItem: z.boolean() })) });
  const entriesIn = async (path: string, who: Parameters<typeof newSignedIn>) =>
    Reports.parse((await callProcedure(path, {}, await newSignedIn(...who))).value).entries;
  const toViewer = (of: typeof producer) => entriesIn("reports.list", [[{ producer: of, role: "viewer" }]]);
  expect(await toViewer(producer)).toEqual([{ identifier: alike, isOfItem: false }]);
  expect(await toViewer(other)).toEqual([]);
  const toAdmins = await entriesIn("admin.unclaimedReports", [[], { isAdmin: true }]);
  expect(toAdmins.map(({ identifier }) => identifier)).toContain(strange);
  expect(toAdmins.map(({ identifier }) => identifier)).not.toContain(alike);
});

test("a report has place, link and photo; its photo is small, without metadata, and only its producer's", async () => {
  const [producer, other] = [await newProducer(), await newProducer()];
  const identifier = await newItem(producer);
  const form = new FormData();
  for (const [name, value] of Object.entries({
    kind: "shop",
    place: " Flea\nmarket ",
    sellerUrl: "shop.example/offer?id=1",
  }))
    form.set(name, value);
  form.set(
    "photo",
    new Blob([Uint8Array.from(await photo("jpeg", 1_800, 900))], { type: "image/jpeg" }),
    "me.jpg",
  );
  expect(await new Phone("192.0.2.27").report(identifier, form)).toBeUndefined();
  const viewer = await newSignedIn([{ producer, role: "viewer" }]);
  const Listed = z.object({
    entries: z.array(
      z.object({ id: z.string(), place: z.string(), sellerUrl: z.string(), hasPhoto: z.boolean() }),
    ),
  });
  const [report] = Listed.parse((await callProcedure("reports.list", {}, viewer)).value).entries;
  expect(report).toMatchObject({
    place: "Flea market",
    sellerUrl: "https://shop.example/offer?id=1",
    hasPhoto: true,
  });
  const { type, data } = z
    .object({ type: z.string(), data: z.base64() })
    .parse((await callProcedure("reports.photo", { id: report?.id }, viewer)).value);
  const { format, width = 0, exif } = await sharp(Buffer.from(data, "base64")).metadata();
  expect({ type, format, exif }).toEqual({ type: "image/webp", format: "webp", exif: undefined });
  expect(width).toBeLessThanOrEqual(1_400);
  const stranger = await newSignedIn([{ producer: other, role: "viewer" }]);
  expect((await callProcedure("reports.photo", { id: report?.id }, stranger)).failure).toMatchObject({
    httpStatus: 404,
  });
});

test("a report with a link that is no web page, a faulty photo or too large a body is refused, and stores nothing", async () => {
  const identifier = await newItem(await newProducer());
  const refused = async (address: string, fields: Record<string, string | Blob>) => {
    const form = new FormData();
    form.set("kind", "other");
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return (await new Phone(address).report(identifier, form))?.status;
  };
  for (const sellerUrl of ["javascript:alert(1)", "data:text/html,x", "ftp://a.example", "https://"])
    expect(await refused("192.0.2.28", { sellerUrl })).toBe(400);
  expect(await refused("192.0.2.29", { photo: new Blob(["no image"], { type: "image/png" }) })).toBe(400);
  expect(await refused("192.0.2.29", { photo: new Blob([new Uint8Array(9 * 2 ** 20)]) })).toBe(400);
  const [item] = [await itemRow(identifier)];
  expect(await db().select().from(reports).where(eq(reports.itemId, item.id))).toEqual([]);
});

test("the link of a report is stored in its normal form, and what no web page or column can have is refused or removed, never a failure", async () => {
  const producer = await newProducer();
  const identifier = await newItem(producer);
  const stored = async (address: string, fields: Record<string, string>) => {
    const refused = await new Phone(address).report(identifier, { kind: "shop", ...fields });
    if (refused) return refused.status;
    const rows = await db()
      .select()
      .from(reports)
      .where(eq(reports.producerId, producer.producerId))
      .orderBy(desc(reports.id));
    return [rows[0]?.sellerUrl, rows[0]?.place];
  };
  expect(await stored("192.0.2.51", { sellerUrl: "Https://Shop.example", place: "a\0\u0007b" })).toEqual([
    "https://shop.example/",
    "ab",
  ]);
  expect(await stored("192.0.2.52", { sellerUrl: "HTTP://SHOP.example/A b" })).toEqual([
    "http://shop.example/A%20b",
    null,
  ]);
  expect(await stored("192.0.2.53", { sellerUrl: "https://a.example/\0x" })).toEqual([
    "https://a.example/x",
    null,
  ]);
  expect(await stored("192.0.2.54", { sellerUrl: "https://a.example/%00x" })).toEqual([
    "https://a.example/%00x",
    null,
  ]);
  // Each of these characters has six in the normal form.
  expect(await stored("192.0.2.55", { sellerUrl: `a.example/${"ä".repeat(400)}` })).toBe(400);
  for (const sellerUrl of [
    "https://a b.example",
    "Https:",
    "//",
    "https://[",
    `https://a.example/${"x".repeat(1000)}`,
  ])
    expect(await stored("192.0.2.56", { sellerUrl })).toBe(400);
  expect(await stored("192.0.2.57", { place: "😀".repeat(201) })).toBe(400);
});

test("503 while the service cannot answer", async () => {
  const request = new Request("https://assay.test/v/x");
  expect(await forVisitor(request, () => Promise.reject(new Error("no database")))).toEqual({
    refused: "internal",
    status: 503,
    retryAfter: "5",
  });
});
