import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { z } from "zod";
import { alerts } from "@/db/schema/alerts";
import { hooks } from "@/db/schema/hooks";
import { producers } from "@/db/schema/producers";
import type { Ctx } from "@/server/core/ctx";
import { createRule } from "@/server/domain/alerts/create-rule";
import { moveAlert } from "@/server/domain/alerts/note";
import { assessScans } from "@/server/domain/assessments/assess-scans";
import { addMember } from "@/server/domain/members/add";
import { inviteMember } from "@/server/domain/members/invite";
import { createProducer } from "@/server/domain/producers/create";
import { saveView } from "@/server/domain/saved-views/save";
import { newId } from "@/server/platform/ids";
import { inside } from "../../inside";
import { newAdmin, newPerson, newUser, type User } from "../people";
import { caseOf } from "./case-of";
import { channelOf } from "./channel-of";
import { codeBatchOf } from "./code-batch-of";
import { type Imports, importsOf } from "./imports-of";
import { senderOf } from "./sender-of";

/** Part of every name and text of the fixtures; it marks data, which is the same in every language. */
export const MARK = /zephyr/i;

/** Fixtures of the page checks: one object of each kind, in each state with its own appearance. */
export interface World {
  owner: User;
  viewer: User;
  /** A person without a producer. */
  stranger: User;
  /** An owner of an empty producer. */
  beginner: User;
  /** An admin of the service. */
  admin: User;
  /** An owner of a suspended producer. */
  suspended: User;
  producerId: string;
  invitation: string;
  item: string;
  freeItem: string;
  finalItem: string;
  unknown: string;
  group: string;
  emptyGroup: string;
  picture: string;
  text: string;
  scan: string;
  bareScan: string;
  /** A scan with findings. */
  suspiciousScan: string;
  hook: string;
  offHook: string;
  rule: string;
  /** An open alert. */
  alert: string;
  acknowledgedAlert: string;
  /** A case with a scan, an alert, a note and a person. */
  case: string;
  /** A chat channel with quiet hours that could not be reached. */
  channel: string;
  codeBatch: string;
  imports: Imports;
  /** A shared view of items. */
  view: string;
}

const VIEW = { list: "items", name: "Zephyr view", query: "state=active", isShared: true } as const;

const Made = z.object({ id: z.string() });
const Stored = z.object({ id: z.string(), path: z.string() });
const Scanned = z.object({ scan: Made });

const infos = (label: string) => [
  { key: "zephyrNumber", label, value: "Zephyr 1", pos: 1, visible: "always" },
  { label: "Zephyr sign", value: ["Zephyr 2", "Zephyr 3"], pos: 2, visible: "verified" },
  { label: "Zephyr word", value: "Zephyr 4", pos: 3, visible: "zephyr" },
];

export async function makeWorld(baseURL: string): Promise<World> {
  const ctx = await inside();
  const mark = `zephyr-${randomUUID().slice(0, 8)}`;
  const producer = await createProducer(ctx, "Zephyr");
  const nothing = await createProducer(ctx, "Zephyr to be");
  const stopped = await createProducer(ctx, "Zephyr at rest");
  await ctx.db
    .update(producers)
    .set({ suspendedAt: new Date(), suspendedReason: "Zephyr is at rest" })
    .where(eq(producers.id, stopped.producerId));
  const admin = await newAdmin("Zephyr Admin");
  const owner = await newUser(producer.producerId, "owner", "Zephyr Owner");
  await addMember(ctx, { producerId: nothing.producerId, personId: owner.personId, role: "viewer" });

  const send = senderOf(baseURL, producer.token);
  const jpeg = await sharp({ create: { width: 900, height: 600, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();
  const picture = await send(Stored, "/contents", {
    "content-type": "image/jpeg",
    name: "zephyr.jpg",
    description: "Zephyr in teal",
    data: jpeg.toString("base64"),
  });
  const text = await send(Stored, "/contents", {
    "content-type": "text/plain",
    name: "zephyr.txt",
    data: Buffer.from("zephyr").toString("base64"),
  });
  const group = await send(Made, "/groups", {
    title: "Zephyr line",
    image: picture.path,
    data: { zephyrLine: 1 },
    verificationinfos: infos("Zephyr of the line"),
  });
  const emptyGroup = await send(Made, "/groups", { title: "Zephyr without any" });
  const item = `${mark}-one`;
  await send(Made, "/items", {
    identifier: item,
    title: "Zephyr One",
    image: picture.path,
    data: { zephyrBatch: 7, i18n: { de: { title: "Zephyr Eins" } } },
    verificationinfos: infos("Zephyr serial"),
  });
  await send(Made, "/items", { identifier: `${mark}-free`, title: "Zephyr Two" });
  await send(Made, "/items", { identifier: `${mark}-final` });
  await send(z.unknown(), `/groups/${group.id}/items/${item}`, {});
  await send(z.unknown(), `/items/${mark}-final/invalidate`, {});
  // A failed call, for the request log.
  await fetch(`${baseURL}/api/v2/items/zephyr-missing`, { headers: { "an-api-token": producer.token } });
  const scanOf = (identifier: string, more: object = {}) => ({
    identifier,
    copyclassification: "original",
    location: { latitude: 52.52, longitude: 13.405 },
    deviceInfo: { os: "ios", environment: { identifierForVendor: mark, model: "Zephyr Phone" } },
    softwareInfo: { app: "zephyr", versionApp: "4.4.1" },
    ...more,
  });
  const bare = await send(Scanned, "/scans", { identifier: item });
  await send(Scanned, "/scans", scanOf(item, { copyclassification: "fake" }));
  await send(Scanned, "/scans", scanOf(`${mark}-final`, { copyclassification: "error" }));
  await send(Scanned, "/scans", scanOf(`${mark}-free`));
  const { scan } = await send(Scanned, "/scans", scanOf(item));
  const elsewhere = {
    location: { latitude: 40.853, longitude: 14.267 },
    deviceInfo: { os: "ios", environment: { identifierForVendor: `${mark}-other` } },
  };
  const suspicious = await send(Scanned, "/scans", scanOf(`${mark}-final`, elsewhere));
  // The service's own loop needs seconds.
  await assessScans(ctx.db, [suspicious.scan.id]);
  const unknown = `${mark}-unknown`;
  await fetch(`${baseURL}/api/v2/scans`, {
    method: "POST",
    headers: { "content-type": "application/json", "an-api-token": producer.token },
    body: JSON.stringify(scanOf(unknown)),
  });
  const asOwner = { "an-api-key-owner": producer.ownerKey };
  const hookOf = (name: string) =>
    send(Made, "/producers/hooks", { events: "itemScanned", url: `https://${name}.invalid/zephyr` }, asOwner);
  const hook = await hookOf("zephyr");
  const offHook = await hookOf("zephyr-off");
  await send(Scanned, "/scans", scanOf(item));
  await ctx.db.update(hooks).set({ switchedOffAt: new Date() }).where(eq(hooks.id, offHook.id));
  const { producerId } = producer;
  const asTheOwner: Ctx = {
    ...ctx,
    caller: {
      kind: "producer",
      sandbox: 0,
      producerId,
      credential: "session",
      actor: { type: "user", id: owner.personId, name: owner.name },
    },
  };
  const watched = await createRule(asTheOwner, {
    name: "Zephyr guessed",
    condition: { kind: "unknownIdentifiers", windowHours: 24, sightings: 0 },
    coolDownHours: 24,
    mailsMe: false,
  });
  await createRule(asTheOwner, {
    name: "Zephyr fakes",
    condition: { kind: "fakeRate", windowHours: 24, percent: 5, minimumScans: 2, of: { group: group.id } },
    coolDownHours: 24,
    mailsMe: false,
  });
  const alertAt = async (openedAt: Date) => {
    const id = newId();
    const { id: ruleId, name: ruleName, condition } = watched;
    const evidence = {
      figures: { kind: "unknownIdentifiers" as const, sightings: 1 },
      from: openedAt.getTime() - 86_400_000,
      before: openedAt.getTime() + 3_600_000,
    };
    await ctx.db.insert(alerts).values({ id, producerId, ruleId, ruleName, condition, openedAt, evidence });
    return id;
  };
  const codeBatch = await codeBatchOf(asTheOwner, mark);
  const alert = await alertAt(new Date());
  const acknowledgedAlert = await alertAt(new Date(Date.now() - 60_000));
  const channel = await channelOf(ctx, { producerId, alertId: alert, ruleId: watched.id });
  await moveAlert(asTheOwner, acknowledgedAlert, "acknowledged", "Zephyr is asked.");
  const { link } = await inviteMember(asTheOwner, {
    email: `${mark}@people.test`,
    role: "viewer",
    locale: "en",
  });
  if (link === null) throw new Error("The invitation was mailed.");
  return {
    owner,
    viewer: await newUser(producer.producerId, "viewer", "Zephyr Viewer"),
    stranger: await newPerson("Zephyr Stranger"),
    beginner: await newUser(nothing.producerId, "owner", "Zephyr Beginner"),
    admin,
    suspended: await newUser(stopped.producerId, "owner", "Zephyr Resting"),
    producerId: producer.producerId,
    item,
    freeItem: `${mark}-free`,
    finalItem: `${mark}-final`,
    unknown,
    group: group.id,
    emptyGroup: emptyGroup.id,
    picture: picture.id,
    text: text.id,
    scan: scan.id,
    bareScan: bare.scan.id,
    suspiciousScan: suspicious.scan.id,
    hook: hook.id,
    offHook: offHook.id,
    rule: watched.id,
    alert,
    acknowledgedAlert,
    case: await caseOf(asTheOwner, { scanId: scan.id, alertId: alert }),
    channel,
    codeBatch,
    imports: await importsOf(asTheOwner, mark),
    view: (await saveView(asTheOwner, VIEW)).id,
    invitation: new URL(link).pathname,
  };
}
