import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { alerts } from "@/db/schema/alerts";
import type { Case } from "@/db/schema/cases";
import { evidencePacks } from "@/db/schema/evidence-packs";
import { jobs } from "@/db/schema/jobs";
import { ownerships } from "@/db/schema/ownerships";
import { producers } from "@/db/schema/producers";
import { reports } from "@/db/schema/reports";
import { sessions } from "@/db/schema/sessions";
import type { Ctx } from "@/server/core/ctx";
import { DEFAULT_PHOTOS } from "@/server/core/inspecting";
import { DAY_MS } from "@/server/core/time";
import { only } from "@/server/data/only";
import { createChannel } from "@/server/domain/alert-channels/create";
import { createRule } from "@/server/domain/alerts/create-rule";
import { recordCalls } from "@/server/domain/api-calls/record";
import { addPerson } from "@/server/domain/cases/involve";
import { scansOfCase } from "@/server/domain/cases/linked";
import { noteOnCase } from "@/server/domain/cases/note";
import { openCase } from "@/server/domain/cases/open";
import { versionOfCase } from "@/server/domain/cases/read";
import { timelineOf } from "@/server/domain/cases/timeline";
import { requestCodeGeneration } from "@/server/domain/codes/generate";
import { CodeGeneration } from "@/server/domain/codes/schema";
import { addItemToGroup } from "@/server/domain/groups/add-item";
import { requestCheck } from "@/server/domain/imports/change";
import { stageImport } from "@/server/domain/imports/stage";
import { versionOfPhotos } from "@/server/domain/inspections/settings";
import { requestItemChange } from "@/server/domain/item-changes/change";
import { requestJob } from "@/server/domain/jobs/request";
import { saveLayout } from "@/server/domain/labels/layouts";
import { DEFAULT_SETTINGS } from "@/server/domain/labels/schema";
import { inviteMember } from "@/server/domain/members/invite";
import { createOneTimeSecret } from "@/server/domain/people/one-time-secrets";
import { hashOfPassword } from "@/server/domain/people/passwords";
import type { NewProducer } from "@/server/domain/producers/create";
import { addVisitor, startVisit } from "@/server/domain/public-demo/visitor";
import { createReport } from "@/server/domain/reports/report";
import { NewReport } from "@/server/domain/reports/schema";
import { saveView } from "@/server/domain/saved-views/save";
import { versionOfAccess } from "@/server/domain/tokens/change";
import { createToken } from "@/server/domain/tokens/create";
import { PRODUCER_COOKIE, type Role } from "@/server/identity/from-session";
import { sessionCookie } from "@/server/identity/session-token";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { post } from "@/server/testing/api";
import { callProcedure, newSignedIn, procedures, type SignedInPerson } from "@/server/testing/dashboard";
import {
  ctxOf,
  itemRow,
  newContent,
  newGroup,
  newHook,
  newItem,
  newProducer,
  newScan,
  systemCtx,
} from "@/server/testing/factories";
import { newPattern } from "@/server/testing/patterns";
import { picture } from "@/server/testing/pictures";
import { hashesOfRows } from "@/server/testing/rows";
import { sendTestEvent } from "@/server/webhooks/deliveries/send-test";

// Holds R9 for the dashboard: everyone x every procedure x every id; and decision 0044.

vi.hoisted(() => {
  process.env.PUBLIC_DEMO = "on";
});

const PASSWORD = "correct horse battery staple 42";
/** Of all people: a hash takes longer than most calls. */
const PASSWORD_HASH = hashOfPassword(PASSWORD);
const NEW_PASSWORD = "another long and unguessed phrase 7";

/** A producer with one object of every kind. */
interface World {
  /** A contested claim of codes, and one in force. */
  contestedPattern: string;
  pattern: string;
  unregistered: string;
  report: string;
  unclaimedReport: string;
  producer: NewProducer;
  suspended: NewProducer;
  item: string;
  /** The e-mail address of the item's owner. */
  itemOwner: string;
  member: string;
  group: string;
  scan: string;
  content: string;
  hook: string;
  delivery: string;
  job: string;
  failedJob: string;
  /** A checked import whose second row is refused. */
  import: string;
  undoableJob: string;
  codeBatch: string;
  layout: string;
  /** A private view of the viewer. */
  view: string;
  token: string;
  /** A call of the request log. */
  call: string;
  rule: string;
  channel: string;
  alert: string;
  case: { id: string; version: string; note: number; link: number; person: string; pack: string };
  colleague: SignedInPerson;
  /** The secret of a link that sets the colleague's password. */
  passwordLink: string;
  invitation: string;
  secret: string;
  people: Record<Role | "admin", SignedInPerson>;
  photosVersion: string;
  /** Versions of the objects that forms save. */
  versions: Record<
    | "item"
    | "group"
    | "rule"
    | "channel"
    | "hook"
    | "view"
    | "phoneRule"
    | "name"
    | "quotas"
    | "retention"
    | "activation",
    string
  >;
}

const NO_LIMITS = { scopes: null, requestsPerMinute: null, networks: null };
const CONDITION = { kind: "impossibleTravel", windowHours: 1, scans: 1 } as const;
const RULE = { name: "Watch", condition: CONDITION, coolDownHours: 1 };
const aboutGroup = (group: string) => ({
  coolDownHours: 1,
  condition: { kind: "fakeRate", windowHours: 1, percent: 5, minimumScans: 1, of: { group } },
});

async function newAlert({ producerId }: NewProducer, ruleId: string): Promise<string> {
  const id = newId();
  const evidence = { figures: { kind: CONDITION.kind, scans: 1 }, from: 0, before: 3_600_000 };
  const said = { ruleName: RULE.name, condition: CONDITION, openedAt: new Date(), evidence };
  await runtime()
    .database.db.insert(alerts)
    .values({ id, producerId, ruleId, ...said });
  return id;
}

/** A case with a scan, a note and a person. */
async function newCase(ctx: Ctx, scan: string): Promise<World["case"]> {
  const links = [{ kind: "scan" as const, refs: [scan] }];
  const opened = await openCase(ctx, { title: "Handbags", links });
  const { id } = opened;
  await noteOnCase(ctx, id, { text: "Seen again", mentions: [] });
  const person = await addPerson(ctx, id, { role: "seller", name: "Sam", contact: "", note: "" });
  const first = { cursor: undefined, limit: 1 };
  const [[note], [link]] = [
    (await timelineOf(ctx, id, { ...first, limit: 5 })).entries.filter(({ kind }) => kind === "noted"),
    (await scansOfCase(ctx, id, first)).entries,
  ];
  const pack = await newPack(opened);
  return {
    id,
    version: versionOfCase(opened),
    note: note?.id ?? 0,
    link: link?.id ?? 0,
    person: person.id,
    pack,
  };
}

/** A signed evidence pack of a case. */
async function newPack({ id: caseId, producerId }: Case): Promise<string> {
  const id = newId();
  const by = { actorId: "a", actorName: "Ada", requestedAt: new Date(), sealedAt: new Date() };
  const seal = { sumsSha256: Buffer.alloc(32), signature: Buffer.alloc(64), publicKey: Buffer.alloc(32) };
  const one = { caseId, producerId, number: 1, jobId: newId(), language: "en" } as const;
  await runtime()
    .database.db.insert(evidencePacks)
    .values({ id, ...one, ...by, ...seal });
  return id;
}

/** A call with a token, in the request log. */
async function newCall({ producerId }: NewProducer, tokenId: string): Promise<string> {
  const id = newId();
  const said = {
    method: "GET",
    endpoint: "/items/{id}",
    path: "/items/a",
    requestId: "a",
    code: "item-not-found",
  };
  const bodies = { requestBody: null, answerBody: "{}" };
  await recordCalls(runtime().database.db, [
    { id, producerId, tokenId, ...said, ...bodies, status: 404, ms: 1, skipped: 0 },
  ]);
  return id;
}

/** A running job. */
async function newJob(ctx: Ctx, hookId: string): Promise<string> {
  const job = { kind: "replay", input: { hookId, since: 0 }, name: "Replay", total: 2 } as const;
  return (await requestJob(ctx, job, async () => ({ cursor: {}, done: 1 }))).id;
}

/** A change of items that can be undone. */
async function newUndoableJob(ctx: Ctx, item: string): Promise<string> {
  const change = { action: "setTitle", title: "Boot" } as const;
  return (await requestItemChange(ctx, { selection: { identifiers: [item] }, change })).id;
}

const VIEW = { list: "items", name: "Active", query: "state=active", isShared: false } as const;

const asMember = (ctx: Ctx, { personId }: SignedInPerson): Ctx =>
  ctx.caller.kind === "producer"
    ? { ...ctx, caller: { ...ctx.caller, actor: { type: "user", id: personId, name: "Test person" } } }
    : ctx;

const Versioned = z.object({ version: z.string() });
const PhoneRules = z.array(Versioned.extend({ os: z.string() }));
const OneProducer = z.object({ versions: z.object({ quotas: z.string() }) });

async function versionsOf(
  { owner, admin, viewer }: World["people"],
  ids: { item: string; group: string; rule: string; channel: string; hook: string; producer: string },
) {
  const read = async (path: string, input?: object) =>
    Versioned.parse((await callProcedure(path, input, owner)).value).version;
  const rules = PhoneRules.parse((await callProcedure("admin.phoneRules", undefined, admin)).value);
  const [view] = z
    .array(Versioned)
    .parse((await callProcedure("views.list", { list: "items" }, viewer)).value);
  const looked = (await callProcedure("admin.producer", { id: ids.producer }, admin)).value;
  return {
    item: await read("items.get", { identifier: ids.item }),
    group: await read("groups.get", { id: ids.group }),
    rule: await read("alerts.rule", { id: ids.rule }),
    channel: await read("alertChannels.get", { id: ids.channel }),
    hook: await read("hooks.get", { id: ids.hook }),
    view: view?.version ?? "",
    quotas: OneProducer.parse(looked).versions.quotas,
    name: await read("producers.current"),
    retention: await read("privacy.retention"),
    activation: await read("ownership.settings"),
    phoneRule: rules.find(({ os }) => os === "ios")?.version ?? "",
  };
}

/** A checked import of a row and of another one that repeats it. */
async function newImport(ctx: Ctx): Promise<string> {
  const identifier = newId();
  async function* file() {
    yield Buffer.from(`identifier\n${identifier}\n${identifier}\n`);
  }
  const { copyClient } = runtime().database;
  const { id } = await stageImport(ctx, copyClient, { kind: "items", name: "file.csv" }, file());
  await requestCheck(ctx, { importId: id });
  return id;
}

/** A report with a photo. Returns its id. */
async function newReport(identifier: string): Promise<string> {
  const report = NewReport.parse({ kind: "other", text: identifier });
  await createReport(systemCtx(), { identifier, scanId: undefined }, report, await picture("png"));
  const { db } = runtime().database;
  return only(await db.select().from(reports).where(eq(reports.text, identifier))).id;
}

/** An owner of the item. Returns their e-mail address. */
async function newOwner(identifier: string): Promise<string> {
  const { id: itemId, producerId } = await itemRow(identifier);
  const now = new Date();
  const email = `${newId()}@people.test`;
  await runtime()
    .database.db.insert(ownerships)
    .values({ id: newId(), producerId, itemId, email, locale: "en", activatedAt: now, beganAt: now });
  return email;
}

/** Claims of codes, an unregistered code, and reports. */
async function newCodes(producer: NewProducer, item: string) {
  const prefix = randomUUID();
  await newPattern(await newProducer(), prefix);
  const unregistered = `none ${randomUUID()}`;
  await post("/scans", { identifier: unregistered }, { token: producer.token });
  return {
    contestedPattern: (await newPattern(producer, `${prefix}A`)).id,
    pattern: (await newPattern(producer, randomUUID())).id,
    unregistered,
    report: await newReport(item),
    unclaimedReport: await newReport(`none ${randomUUID()}`),
  };
}

async function newWorld(): Promise<World> {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const [item, member] = [await newItem(producer, { title: "Shoe" }), await newItem(producer)];
  const group = await newGroup(producer, { title: "Shoes" });
  await addItemToGroup(ctx, group, member);
  const content = await newContent(producer, "text/plain", "x");
  const scan = await newScan(item);
  const hook = await newHook(producer, ["itemScanned"]);
  const delivery = await sendTestEvent(ctx, hook, "itemCreated");
  const job = await newJob(ctx, hook);
  const failedJob = await newJob(ctx, hook);
  await runtime()
    .database.db.update(jobs)
    .set({ state: "failed", endedAt: new Date(), error: "Failed", errorCode: "failed" })
    .where(eq(jobs.id, failedJob));
  const codes = await requestCodeGeneration(
    ctx,
    CodeGeneration.parse({ pattern: `W${randomUUID()}{number:6}`, count: 1, reserved: true }),
  );
  const layout = await saveLayout(ctx, { name: "Shelf", settings: DEFAULT_SETTINGS });
  const token = await createToken(ctx, { producerId: producer.producerId, kind: "token", name: "Spare" });
  const { invitationId, link } = await inviteMember(ctx, {
    email: `${randomUUID()}@example.com`,
    role: "viewer",
    locale: "en",
  });
  const { id: rule } = await createRule(ctx, { ...RULE, mailsMe: false });
  const alert = await newAlert(producer, rule);
  const channel = await createChannel(ctx, {
    name: "Security",
    kind: "slack",
    url: "https://chat.invalid/hook",
    locale: "en",
    ruleIds: null,
    isOn: true,
    quietHours: null,
  });
  const passwordHash = await PASSWORD_HASH;
  const as = (role: Role) => newSignedIn([{ producer, role }], { passwordHash });
  const suspended = await newProducer();
  await runtime()
    .database.db.update(producers)
    .set({ suspendedAt: new Date(), suspendedReason: "Unpaid" })
    .where(eq(producers.id, suspended.producerId));
  const people = {
    owner: await as("owner"),
    editor: await as("editor"),
    viewer: await as("viewer"),
    inspector: await as("inspector"),
    admin: await newSignedIn([], { isAdmin: true }),
  };
  const colleague = await as("viewer");
  const { secret: passwordLink } = await createOneTimeSecret(ctx, {
    purpose: "password",
    personId: colleague.personId,
    data: { provesEmail: true },
    validMs: 3_600_000,
  });
  const view = await saveView(asMember(ctx, people.viewer), VIEW);
  return {
    ...(await newCodes(producer, item)),
    producer,
    suspended,
    item,
    itemOwner: await newOwner(item),
    member,
    group,
    scan,
    content,
    hook,
    delivery,
    job,
    failedJob,
    import: await newImport(ctx),
    undoableJob: await newUndoableJob(ctx, item),
    codeBatch: String(codes.result.batchId),
    layout: layout.id,
    view: view.id,
    token: token.id,
    call: await newCall(producer, token.id),
    rule,
    channel,
    alert,
    case: await newCase(ctx, scan),
    invitation: invitationId,
    secret: link?.split("/").at(-1) ?? "",
    colleague,
    passwordLink,
    people,
    photosVersion: versionOfPhotos([...DEFAULT_PHOTOS]),
    versions: await versionsOf(people, { item, group, rule, channel, hook, producer: producer.producerId }),
  };
}

type Who = "open" | "signedIn" | Role | "admin";

interface Line {
  /** The minimum role. */
  for: Who;
  /** Builds a valid input for objects of a world. */
  input?: (world: World) => unknown;
  /** Whether it changes only the caller, so that viewers may call it. */
  ofOneself?: true;
  /** The status for an owner of another producer, if the input names objects. */
  foreign?: 403 | 404;
}

const text = "A title";
const A_DAY = { from: "2026-01-31", to: "2026-01-31" };
const A_BOX = { west: -10, south: 36, east: 30, north: 60 };

const range = { from: 0, before: 86_400_000 };
const thisWeek = () => {
  const before = Math.ceil(Date.now() / 3_600_000 + 1) * 3_600_000;
  return { from: before - 7 * 86_400_000, before };
};

const FIELDS = { title: "Bags", summary: "", ownerId: null, dueOn: null, tags: [] };
const PERSON = { role: "witness", name: "Wim", contact: "", note: "" };

const inspectionOf = (code: string) => ({
  key: randomUUID(),
  code,
  note: "",
  isFlagged: false,
  case: "new",
  place: null,
  at: 0,
});

/** One line per procedure; the first test fails if one is missing. */
const LINES: Record<string, Line> = {
  "auditEvents.list": { for: "viewer", input: () => ({ filter: { kind: "hook" } }) },
  "alertChannels.create": {
    for: "editor",
    input: () => ({
      name: text,
      kind: "slack",
      url: "https://chat.test/hook",
      locale: "en",
      ruleIds: null,
      isOn: true,
      quietHours: null,
    }),
  },
  "alertChannels.delete": { for: "editor", input: (w) => ({ id: w.channel }), foreign: 404 },
  "alertChannels.get": { for: "viewer", input: (w) => ({ id: w.channel }), foreign: 404 },
  "alertChannels.list": { for: "viewer" },
  "alertChannels.sendTest": { for: "editor", input: (w) => ({ id: w.channel }), foreign: 404 },
  "alertChannels.update": {
    for: "editor",
    input: (w) => ({
      id: w.channel,
      version: w.versions.channel,
      name: text,
      locale: "de",
      ruleIds: [w.rule],
      isOn: false,
      quietHours: null,
    }),
    foreign: 404,
  },
  "alerts.addRecommendedRules": { for: "editor", input: () => ({ locale: "en" }) },
  "alerts.backTest": { for: "editor", input: (w) => aboutGroup(w.group), foreign: 403 },
  "alerts.concentration": { for: "viewer", input: (w) => ({ id: w.alert }), foreign: 404 },
  "alerts.places": { for: "viewer", input: (w) => ({ id: w.alert }), foreign: 404 },
  "alerts.createRule": {
    for: "editor",
    input: (w) => ({ ...aboutGroup(w.group), name: text, mailsMe: true }),
    foreign: 403,
  },
  "alerts.deleteRule": { for: "editor", input: (w) => ({ id: w.rule }), foreign: 404 },
  "alerts.get": { for: "viewer", input: (w) => ({ id: w.alert }), foreign: 404 },
  "alerts.list": { for: "viewer", input: () => ({ filter: { state: "open" } }) },
  "alerts.move": { for: "editor", input: (w) => ({ id: w.alert, state: "acknowledged" }), foreign: 404 },
  "alerts.news": { for: "viewer" },
  "alerts.note": { for: "editor", input: (w) => ({ id: w.alert, text }), foreign: 404 },
  "alerts.rule": { for: "viewer", input: (w) => ({ id: w.rule }), foreign: 404 },
  "alerts.rules": { for: "viewer" },
  "alerts.switchRule": { for: "editor", input: (w) => ({ id: w.rule, isOn: false }), foreign: 404 },
  "alerts.updateRule": {
    for: "editor",
    input: (w) => ({ ...RULE, id: w.rule, name: text, mailsMe: true, version: w.versions.rule }),
    foreign: 404,
  },
  "alerts.watchRule": {
    for: "viewer",
    input: (w) => ({ id: w.rule, mailsMe: true }),
    ofOneself: true,
    foreign: 404,
  },
  "admin.auditEvents": { for: "admin", input: () => ({ kind: "person" }) },
  "admin.assessment": { for: "admin", input: (w) => ({ id: w.scan }) },
  "admin.apiCall": { for: "admin", input: (w) => ({ id: w.call }) },
  "admin.apiCalls": { for: "admin", input: () => ({ requestId: "none" }) },
  "admin.close": {
    for: "admin",
    input: (w) => ({ producerId: w.producer.producerId, name: "Acme", reason: "Contract ended" }),
  },
  "admin.disablePerson": { for: "admin", input: (w) => ({ personId: w.colleague.personId }) },
  "admin.enablePerson": { for: "admin", input: (w) => ({ personId: w.colleague.personId }) },
  "admin.invitations": { for: "admin", input: () => ({ search: "example" }) },
  "admin.makeAdmin": { for: "admin", input: (w) => ({ personId: w.colleague.personId }) },
  "admin.people": { for: "admin", input: () => ({ filter: { search: "some", only: "admins" } }) },
  "admin.person": { for: "admin", input: (w) => ({ personId: w.colleague.personId }) },
  "admin.rename": {
    for: "admin",
    input: (w) => ({ producerId: w.producer.producerId, name: "Renamed", version: w.versions.name }),
  },
  "admin.resendInvitation": { for: "admin", input: (w) => ({ invitationId: w.invitation }) },
  "admin.revokeInvitation": { for: "admin", input: (w) => ({ invitationId: w.invitation }) },
  "admin.createPasswordLink": { for: "admin", input: (w) => ({ personId: w.colleague.personId }) },
  "admin.removeFactors": { for: "admin", input: (w) => ({ personId: w.colleague.personId }) },
  "admin.signOutPerson": { for: "admin", input: (w) => ({ personId: w.colleague.personId }) },
  "admin.contestedPatterns": { for: "admin" },
  "admin.decidePattern": {
    for: "admin",
    input: (w) => ({ id: w.contestedPattern, decision: "reject", note: "No" }),
  },
  "admin.unclaimedReportPhoto": { for: "admin", input: (w) => ({ id: w.unclaimedReport }) },
  "admin.unclaimedCodes": { for: "admin", input: () => ({ filter: { search: "nothing" } }) },
  "admin.unclaimedReports": { for: "admin", input: () => ({}) },
  "admin.unclaimedSightings": { for: "admin", input: () => ({ filter: { identifier: "nothing" } }) },
  "admin.unmakeAdmin": { for: "admin", input: (w) => ({ personId: w.colleague.personId }) },
  "admin.addPhoneRule": {
    for: "admin",
    input: () => ({ os: randomUUID(), minimumVersion: "1", physicalOnly: true, unsupportedModels: [] }),
  },
  "admin.changePhoneRule": {
    for: "admin",
    input: ({ versions }) => ({
      os: "ios",
      minimumVersion: "14",
      physicalOnly: true,
      unsupportedModels: [],
      version: versions.phoneRule,
    }),
  },
  "admin.invite": {
    for: "admin",
    input: (w) => ({
      producerId: w.producer.producerId,
      email: `${randomUUID()}@example.com`,
      role: "owner",
    }),
  },
  "admin.neighbours": { for: "admin", input: (w) => ({ id: w.scan }) },
  "admin.phoneRules": { for: "admin" },
  "admin.producer": { for: "admin", input: (w) => ({ id: w.producer.producerId }) },
  "admin.producerName": { for: "admin", input: (w) => ({ id: w.producer.producerId }) },
  "admin.producers": { for: "admin", input: () => ({}) },
  "admin.reactivate": {
    for: "admin",
    input: (w) => ({ producerId: w.suspended.producerId, reason: "All is well" }),
  },
  "admin.removePhoneRule": { for: "admin", input: () => ({ os: "android" }) },
  "admin.scan": { for: "admin", input: (w) => ({ id: w.scan }) },
  "admin.scans": { for: "admin", input: (w) => ({ filter: { producer: w.producer.producerId } }) },
  "admin.setQuotas": {
    for: "admin",
    input: (w) => ({
      producerId: w.producer.producerId,
      fileBytes: 2 ** 30,
      recordBytes: 2 ** 33,
      version: w.versions.quotas,
    }),
  },
  "admin.suspend": {
    for: "admin",
    input: (w) => ({ producerId: w.producer.producerId, reason: "Counterfeits" }),
  },
  "admin.system": { for: "admin" },
  "admin.tryPhone": { for: "admin", input: () => ({ os: "ios", deviceInfo: {} }) },
  "allStats.activeItems": { for: "admin", input: () => ({ range }) },
  "allStats.countries": { for: "admin", input: () => ({ range }) },
  "allStats.systems": { for: "admin", input: () => ({ range }) },
  "allStats.totals": { for: "admin", input: () => ({ range, country: "DE" }) },
  "allStats.trend": { for: "admin", input: () => ({ range, zone: "UTC" }) },
  "cases.addPerson": { for: "editor", input: (w) => ({ id: w.case.id, ...PERSON }), foreign: 404 },
  "cases.alerts": { for: "viewer", input: (w) => ({ id: w.case.id }), foreign: 404 },
  "cases.changeMany": {
    for: "editor",
    input: (w) => ({ ids: [w.case.id], change: { addTags: ["eu"] } }),
    foreign: 404,
  },
  "cases.changePerson": {
    for: "editor",
    input: (w) => ({ id: w.case.id, personId: w.case.person, changes: PERSON }),
    foreign: 404,
  },
  "cases.codes": { for: "viewer", input: (w) => ({ id: w.case.id }), foreign: 404 },
  "cases.eraseNote": {
    for: "owner",
    input: (w) => ({ id: w.case.id, entry: w.case.note }),
    foreign: 404,
  },
  "cases.figures": { for: "viewer", input: () => ({ from: 0, today: "2026-01-31" }) },
  "cases.get": { for: "viewer", input: (w) => ({ id: w.case.id }), foreign: 404 },
  "cases.items": { for: "viewer", input: (w) => ({ id: w.case.id }), foreign: 404 },
  "cases.link": {
    for: "editor",
    input: (w) => ({ id: w.case.id, kind: "item", refs: [w.item] }),
    foreign: 404,
  },
  "cases.list": { for: "viewer", input: () => ({ filter: { state: "open" } }) },
  "cases.makePack": {
    for: "editor",
    input: (w) => ({ caseId: w.case.id, language: "en" }),
    foreign: 404,
  },
  "cases.move": { for: "editor", input: (w) => ({ id: w.case.id, state: "confirmed" }), foreign: 404 },
  "cases.note": { for: "editor", input: (w) => ({ id: w.case.id, text }), foreign: 404 },
  "cases.of": { for: "viewer", input: (w) => ({ kind: "scan", ref: w.scan }) },
  "cases.open": { for: "editor", input: () => ({ title: text }) },
  "cases.owners": { for: "viewer" },
  "cases.packs": { for: "viewer", input: (w) => ({ id: w.case.id }), foreign: 404 },
  "cases.preparePackDownload": { for: "editor", input: (w) => ({ id: w.case.pack }), foreign: 404 },
  "cases.places": { for: "viewer", input: (w) => ({ id: w.case.id }), foreign: 404 },
  "cases.removePerson": {
    for: "editor",
    input: (w) => ({ id: w.case.id, personId: w.case.person }),
    foreign: 404,
  },
  "cases.reports": { for: "viewer", input: (w) => ({ id: w.case.id }), foreign: 404 },
  "cases.scans": { for: "viewer", input: (w) => ({ id: w.case.id }), foreign: 404 },
  "cases.suggestions": { for: "viewer", input: (w) => ({ id: w.case.id }), foreign: 404 },
  "cases.tags": { for: "viewer" },
  "cases.timeline": { for: "viewer", input: (w) => ({ id: w.case.id }), foreign: 404 },
  "cases.total": { for: "viewer", input: () => ({}) },
  "cases.unlink": {
    for: "editor",
    input: (w) => ({ id: w.case.id, kind: "scan", linkIds: [w.case.link] }),
    foreign: 404,
  },
  "cases.update": {
    for: "editor",
    input: (w) => ({ id: w.case.id, ...FIELDS, version: w.case.version }),
    foreign: 404,
  },
  "codePatterns.claim": { for: "editor", input: () => ({ kind: "prefix", text: randomUUID() }) },
  "codePatterns.list": { for: "viewer" },
  "codePatterns.suggestions": { for: "viewer" },
  "codePatterns.withdraw": { for: "editor", input: (w) => ({ id: w.pattern }), foreign: 404 },
  "codes.batch": { for: "viewer", input: (w) => ({ id: w.codeBatch }), foreign: 403 },
  "codes.batches": { for: "viewer", input: () => ({}) },
  "codes.generate": {
    for: "editor",
    input: (w) => ({ pattern: `G${randomUUID()}{number:6}`, count: 1, groupId: w.group }),
    foreign: 403,
  },
  "codes.list": { for: "viewer", input: (w) => ({ id: w.codeBatch }), foreign: 403 },
  "contents.delete": { for: "editor", input: (w) => ({ id: w.content }), foreign: 403 },
  "contents.count": { for: "viewer", input: () => ({ filter: { kind: "other" } }) },
  "contents.deleteMany": { for: "editor", input: (w) => ({ selection: { ids: [w.content] } }) },
  "contents.total": { for: "viewer", input: () => ({ filter: { kind: "other" } }) },
  "contents.get": { for: "viewer", input: (w) => ({ id: w.content }), foreign: 403 },
  "contents.list": {
    for: "viewer",
    input: () => ({ filter: { search: "x", kind: "other", source: "own" } }),
  },
  "deliveries.get": { for: "viewer", input: (w) => ({ hookId: w.hook, id: w.delivery }), foreign: 404 },
  "deliveries.list": { for: "viewer", input: (w) => ({ hookId: w.hook }), foreign: 404 },
  "deliveries.total": { for: "viewer", input: (w) => ({ hookId: w.hook }), foreign: 404 },
  "deliveries.replay": { for: "editor", input: (w) => ({ hookId: w.hook, id: w.delivery }), foreign: 404 },
  "deliveries.replayFailed": { for: "editor", input: (w) => ({ hookId: w.hook, since: 0 }), foreign: 404 },
  "factors.addPasskey": { for: "signedIn" },
  "factors.addTotp": { for: "signedIn" },
  "factors.beginPasskey": { for: "signedIn" },
  "factors.beginTotp": { for: "signedIn" },
  "factors.list": { for: "signedIn" },
  "factors.remove": { for: "signedIn" },
  "factors.rename": { for: "signedIn" },
  "factors.renewRecoveryCodes": { for: "signedIn" },
  "groups.addItem": { for: "editor", input: (w) => ({ id: w.group, identifier: w.item }), foreign: 403 },
  "groups.count": { for: "viewer", input: () => ({ filter: { search: "shoe" } }) },
  "groups.deleteMany": { for: "editor", input: (w) => ({ selection: { ids: [w.group] } }) },
  "groups.create": { for: "editor", input: () => ({ title: text }) },
  "groups.delete": { for: "editor", input: (w) => ({ id: w.group }), foreign: 403 },
  "groups.get": { for: "viewer", input: (w) => ({ id: w.group }), foreign: 403 },
  "exports.describe": {
    for: "viewer",
    input: (w) => ({ list: "deliveries", filter: { hook: w.hook } }),
    foreign: 404,
  },
  "groups.list": { for: "viewer", input: () => ({ search: "shoe" }) },
  "groups.total": { for: "viewer", input: () => ({ filter: { search: "shoe" } }) },
  "groups.members": { for: "viewer", input: (w) => ({ id: w.group }), foreign: 403 },
  "groups.removeItem": { for: "editor", input: (w) => ({ id: w.group, identifier: w.member }), foreign: 403 },
  "groups.update": {
    for: "editor",
    input: (w) => ({ id: w.group, changes: { title: text }, version: w.versions.group }),
    foreign: 403,
  },
  "hooks.create": {
    for: "editor",
    input: (w) => ({ target: { item: w.item }, events: "*", url: "https://example.com/" }),
    foreign: 403,
  },
  "hooks.delete": { for: "editor", input: (w) => ({ id: w.hook }), foreign: 404 },
  "hooks.events": { for: "viewer" },
  "hooks.get": { for: "viewer", input: (w) => ({ id: w.hook }), foreign: 404 },
  "hooks.list": { for: "viewer", input: (w) => ({ target: { group: w.group } }), foreign: 403 },
  "hooks.pause": { for: "editor", input: (w) => ({ id: w.hook }), foreign: 404 },
  "hooks.switchedOff": { for: "viewer" },
  "hooks.update": {
    for: "editor",
    input: (w) => ({ id: w.hook, events: "*", url: "https://example.com/", version: w.versions.hook }),
    foreign: 404,
  },
  "hooks.rotateSecret": { for: "editor", input: (w) => ({ id: w.hook }), foreign: 404 },
  "hooks.sendTest": { for: "editor", input: (w) => ({ id: w.hook, event: "itemScanned" }), foreign: 404 },
  "hooks.switchOn": { for: "editor", input: (w) => ({ id: w.hook }), foreign: 404 },
  "imports.check": { for: "editor", input: (w) => ({ id: w.import }), foreign: 403 },
  "imports.correct": {
    for: "editor",
    input: (w) => ({ id: w.import, row: 3, cells: [{ column: 0, text: `row-${randomUUID()}` }] }),
    foreign: 403,
  },
  "imports.discard": { for: "editor", input: (w) => ({ id: w.import }), foreign: 403 },
  "imports.get": { for: "viewer", input: (w) => ({ id: w.import }), foreign: 403 },
  "imports.list": { for: "viewer" },
  "imports.preview": { for: "viewer", input: (w) => ({ id: w.import }), foreign: 403 },
  "imports.refused": { for: "viewer", input: (w) => ({ id: w.import }), foreign: 403 },
  "imports.run": { for: "editor", input: (w) => ({ id: w.import }), foreign: 403 },
  "imports.set": {
    for: "editor",
    input: (w) => ({ id: w.import, mode: "create", mapping: ["identifier"] }),
    foreign: 403,
  },
  "items.change": {
    for: "editor",
    input: (w) => ({
      selection: { identifiers: [w.item] },
      change: { action: "addToGroup", groupId: w.group },
    }),
    foreign: 403,
  },
  "items.count": { for: "viewer", input: () => ({ filter: { search: "item", group: "none" } }) },
  "items.create": { for: "editor", input: () => ({ identifier: `new-${randomUUID()}` }) },
  "items.delete": { for: "editor", input: (w) => ({ identifier: w.item }), foreign: 403 },
  "items.get": { for: "viewer", input: (w) => ({ identifier: w.item }), foreign: 403 },
  "items.places": { for: "viewer", input: (w) => ({ identifier: w.item }), foreign: 403 },
  "items.history": { for: "viewer", input: (w) => ({ identifier: w.item }), foreign: 403 },
  "items.invalidate": { for: "editor", input: (w) => ({ identifier: w.item }), foreign: 403 },
  "items.total": { for: "viewer", input: () => ({ filter: { search: "item", group: "none" } }) },
  "items.list": {
    for: "viewer",
    input: () => ({ filter: { search: "item", state: "active", group: "none" } }),
  },
  "items.update": {
    for: "editor",
    input: (w) => ({ identifier: w.item, changes: { title: text }, version: w.versions.item }),
    foreign: 403,
  },
  "jobs.cancel": { for: "editor", input: (w) => ({ id: w.job }), foreign: 403 },
  "jobs.get": { for: "viewer", input: (w) => ({ id: w.job }), foreign: 403 },
  "jobs.list": { for: "viewer", input: () => ({}) },
  "jobs.retry": { for: "editor", input: (w) => ({ id: w.failedJob }), foreign: 403 },
  "jobs.running": { for: "viewer" },
  "jobs.undo": { for: "editor", input: (w) => ({ id: w.undoableJob }), foreign: 403 },
  "labels.deleteLayout": { for: "editor", input: (w) => ({ id: w.layout }), foreign: 404 },
  "labels.layouts": { for: "viewer" },
  "labels.preview": {
    for: "viewer",
    input: (w) => ({ source: { of: "batch", batchId: w.codeBatch, from: 1, count: 1 } }),
    foreign: 403,
  },
  "labels.print": {
    for: "editor",
    input: (w) => ({
      source: { of: "items", items: [w.item] },
      settings: DEFAULT_SETTINGS,
      format: "pdf",
    }),
    foreign: 404,
  },
  "labels.prints": { for: "viewer", input: (w) => ({ filter: { item: w.item } }), foreign: 403 },
  "labels.saveLayout": { for: "editor", input: () => ({ name: text, settings: DEFAULT_SETTINGS }) },
  "map.cells": {
    for: "viewer",
    input: () => ({ box: { west: 170, south: -20, east: -170, north: 10 }, zoom: 9, days: A_DAY }),
  },
  "map.days": { for: "viewer", input: () => ({ days: A_DAY, country: "DE" }) },
  "map.countries": { for: "viewer", input: () => ({ days: A_DAY }) },
  "map.area": { for: "viewer", input: () => ({ days: A_DAY, box: A_BOX }) },
  "map.areaFakes": { for: "viewer", input: () => ({ days: A_DAY, box: A_BOX, country: "DE" }) },
  "map.suspects": { for: "editor", input: () => ({ days: A_DAY, box: A_BOX }) },
  "allMap.cells": {
    for: "admin",
    input: () => ({ box: { west: -180, south: -90, east: 180, north: 90 }, zoom: 0, days: A_DAY }),
  },
  "allMap.days": { for: "admin", input: () => ({ days: A_DAY }) },
  "allMap.countries": { for: "admin", input: () => ({ days: A_DAY }) },
  "allMap.area": { for: "admin", input: () => ({ days: A_DAY, box: A_BOX }) },
  "members.accept": {
    for: "open",
    input: (w) => ({ secret: w.secret, name: "New", password: NEW_PASSWORD }),
  },
  "members.acceptSignedIn": { for: "signedIn" },
  "members.changeRole": {
    for: "owner",
    input: (w) => ({ personId: w.colleague.personId, role: "editor" }),
    foreign: 404,
  },
  "members.invitation": { for: "open", input: (w) => ({ secret: w.secret }) },
  "members.invitations": { for: "owner" },
  "members.invite": { for: "owner", input: () => ({ email: `${randomUUID()}@example.com`, role: "editor" }) },
  "members.leave": { for: "viewer", ofOneself: true },
  "members.list": { for: "owner" },
  "members.remove": { for: "owner", input: (w) => ({ personId: w.colleague.personId }), foreign: 404 },
  "members.revokeInvitation": { for: "owner", input: (w) => ({ invitationId: w.invitation }), foreign: 404 },
  "members.signOut": { for: "owner", input: (w) => ({ personId: w.colleague.personId }), foreign: 404 },
  "overview.checklist": { for: "viewer" },
  "overview.concerns": { for: "viewer", input: () => ({ range }) },
  "overview.concernLinks": { for: "viewer", input: () => ({ key: "reports", range: thisWeek() }) },
  "overview.latestScans": { for: "viewer" },
  "people.changePassword": { for: "signedIn", input: () => ({ current: PASSWORD, next: NEW_PASSWORD }) },
  "people.me": { for: "signedIn" },
  "people.beFresh": { for: "signedIn" },
  "people.beginConfirmation": { for: "signedIn" },
  "people.confirm": { for: "signedIn", input: () => ({ password: PASSWORD }) },
  "people.beginPasskeySignIn": { for: "open" },
  "people.secondStep": { for: "open" },
  "people.passwordLink": { for: "open", input: (w) => ({ secret: w.passwordLink }) },
  // Without a mail server.
  "people.requestPasswordLink": { for: "open", input: () => ({ email: "a@example.com", locale: "en" }) },
  "people.setPasswordByLink": {
    for: "open",
    input: (w) => ({ secret: w.passwordLink, password: NEW_PASSWORD }),
  },
  "ownership.settings": { for: "owner" },
  "ownership.setSettings": {
    for: "owner",
    input: ({ versions }) => ({ isOn: false, warrantyMonths: 12, version: versions.activation }),
  },
  "ownership.ofItem": { for: "viewer", input: (w) => ({ identifier: w.item }), foreign: 403 },
  "ownership.voidOwnership": {
    for: "owner",
    input: (w) => ({ identifier: w.item, reason: "Sold twice" }),
    foreign: 403,
  },
  "ownership.voidSecondCode": {
    for: "owner",
    input: (w) => ({ identifier: w.item, reason: "Label photographed" }),
    foreign: 403,
  },
  "ownership.concerned": { for: "owner", input: () => ({ email: "owner@people.test" }) },
  "ownership.data": { for: "owner", input: (w) => ({ email: w.itemOwner }), foreign: 404 },
  "ownership.erase": { for: "owner", input: (w) => ({ email: w.itemOwner }), foreign: 404 },
  "people.quietHours": { for: "signedIn" },
  "people.setQuietHours": { for: "signedIn", input: () => ({ quietHours: null }) },
  "people.setLocale": { for: "signedIn", input: () => ({ locale: "de" }) },
  "people.sessions": { for: "signedIn" },
  "people.endSession": { for: "signedIn", input: () => ({ id: randomUUID() }) },
  "people.endOtherSessions": { for: "signedIn" },
  "people.signOutEverywhere": { for: "signedIn" },
  "people.update": { for: "signedIn", input: () => ({ name: "Other" }) },
  "privacy.concerned": { for: "owner", input: (w) => ({ scan: w.scan }) },
  "privacy.concernedEverywhere": { for: "admin", input: (w) => ({ scan: w.scan }) },
  "privacy.device": { for: "owner", input: () => ({ identifier: "a device" }) },
  "privacy.deviceEverywhere": { for: "admin", input: () => ({ identifier: "a device" }) },
  "privacy.erase": { for: "owner", input: (w) => ({ scan: w.scan }), foreign: 404 },
  "privacy.eraseEverywhere": { for: "admin", input: (w) => ({ scan: w.scan }) },
  "privacy.erasures": { for: "owner", input: () => ({}) },
  "privacy.erasuresEverywhere": { for: "admin", input: () => ({}) },
  "privacy.retention": { for: "owner" },
  "privacy.setRetention": {
    for: "owner",
    input: ({ versions }) => ({
      preciseDays: 30,
      deviceDays: null,
      imageDays: 100,
      version: versions.retention,
    }),
  },
  "producers.create": { for: "admin", input: () => ({ name: "New brand" }) },
  "producers.current": { for: "viewer" },
  "producers.holderOf": { for: "signedIn", input: (w) => ({ kind: "item", id: w.item }) },
  "producers.list": { for: "admin", input: () => ({ search: "acme" }) },
  "producers.requireSecondFactor": { for: "owner", input: () => ({ isRequired: false }) },
  "producers.rename": {
    for: "owner",
    input: ({ versions }) => ({ name: "Renamed", version: versions.name }),
  },
  "producers.storage": { for: "viewer" },
  "sandbox.current": { for: "viewer" },
  "sandbox.empty": { for: "owner" },
  "sandbox.open": { for: "editor" },
  "sandbox.simulate": { for: "editor", input: (w) => ({ scenario: "genuine", identifier: w.item }) },
  "scans.assessment": { for: "viewer", input: (w) => ({ id: w.scan }), foreign: 404 },
  "scans.get": { for: "viewer", input: (w) => ({ id: w.scan }), foreign: 403 },
  "scans.total": { for: "viewer", input: (w) => ({ filter: { item: w.item, group: w.group } }) },
  "inspections.kit": { for: "inspector" },
  "inspections.ofCase": { for: "viewer", input: (w) => ({ id: w.case.id }) },
  "inspections.ofCode": { for: "viewer", input: (w) => ({ code: w.item }) },
  "inspections.ofScan": { for: "viewer", input: (w) => ({ id: w.scan }) },
  "inspections.photos": { for: "viewer" },
  "inspections.record": { for: "inspector", input: (w) => inspectionOf(w.item) },
  "inspections.setPhotos": {
    for: "owner",
    input: (w) => ({ photos: ["front", "Zip"], version: w.photosVersion }),
  },
  "scans.list": {
    for: "viewer",
    input: (w) => ({ filter: { item: w.item, group: w.group, verdict: "fake" } }),
  },
  "scans.neighbours": { for: "viewer", input: (w) => ({ id: w.scan }), foreign: 403 },
  "search.find": { for: "viewer", input: (w) => ({ fragment: w.item }) },
  "setUp.demoProgress": { for: "admin" },
  "setUp.finish": { for: "open" },
  "setUp.isOpen": { for: "open", input: () => ({ secret: "none" }) },
  "setUp.seedDemo": { for: "admin" },
  "sightings.identifiers": { for: "viewer", input: () => ({ filter: { search: "nothing" } }) },
  "sightings.total": { for: "viewer", input: () => ({ filter: { search: "nothing" } }) },
  "sightings.totalOfIdentifiers": { for: "viewer", input: () => ({ filter: { search: "nothing" } }) },
  "sightings.list": { for: "viewer", input: () => ({ filter: { search: "nothing" } }) },
  "sightings.listAll": { for: "admin", input: () => ({}) },
  "requestLog.choices": { for: "viewer" },
  "requestLog.get": { for: "viewer", input: (w) => ({ id: w.call }), foreign: 404 },
  "requestLog.list": { for: "viewer", input: (w) => ({ filter: { token: w.token, outcome: "failed" } }) },
  "reports.photo": { for: "viewer", input: (w) => ({ id: w.report }), foreign: 404 },
  "sightings.mark": {
    for: "editor",
    input: (w) => ({ identifier: w.unregistered, mark: "dismissed" }),
    foreign: 404,
  },
  "reports.list": { for: "viewer", input: (w) => ({ filter: { item: w.item, scan: w.scan } }) },
  "stats.activeItems": { for: "viewer", input: () => ({ range }) },
  "stats.countries": { for: "viewer", input: () => ({ range }) },
  "stats.groups": { for: "viewer", input: () => ({ range }) },
  "stats.items": { for: "viewer", input: () => ({ range, country: "DE" }) },
  "stats.systems": { for: "viewer", input: () => ({ range }) },
  "stats.totals": { for: "viewer", input: () => ({ range, country: "DE" }) },
  "stats.trend": { for: "viewer", input: () => ({ range, zone: "UTC" }) },
  "tokens.create": { for: "owner", input: () => ({ name: "Another" }) },
  "tokens.change": {
    for: "owner",
    input: (w) => ({
      ...NO_LIMITS,
      id: w.token,
      scopes: ["items:read"],
      version: versionOfAccess(NO_LIMITS),
    }),
    foreign: 404,
  },
  "tokens.list": { for: "owner" },
  "tokens.revoke": { for: "owner", input: (w) => ({ id: w.token }), foreign: 404 },
  "views.delete": { for: "viewer", input: (w) => ({ id: w.view }), ofOneself: true, foreign: 404 },
  "views.list": { for: "viewer", input: () => ({ list: "items" }) },
  "views.save": { for: "viewer", input: () => ({ ...VIEW, name: text }), ofOneself: true },
  "views.update": {
    for: "viewer",
    input: (w) => ({ id: w.view, name: text, version: w.versions.view }),
    ofOneself: true,
    foreign: 404,
  },
};

const lines = Object.entries(LINES);
const inputOf = ({ input }: Line, world: World) => input?.(world);
const isMutation = (path: string) => procedures.get(path) === "mutation";

const RANK: Record<Role, number> = { inspector: 0, viewer: 1, editor: 2, owner: 3 };
const ROLES: Role[] = ["inspector", "viewer", "editor", "owner"];
const isRole = (who: Who): who is Role => who in RANK;
/** Inspectors, editors and owners inspect; other calls follow the rank. */
const mayCall = (role: Role, required: Role) =>
  required === "inspector" ? role !== "viewer" : RANK[role] >= RANK[required];

let rows: Record<string, string> = {};

/** Lists the tables that changed since the previous call. */
async function changedTables(): Promise<string[]> {
  const before = rows;
  rows = await hashesOfRows();
  return Object.keys(rows).filter((table) => before[table] !== rows[table]);
}

let world: World;
let other: World;
beforeAll(async () => {
  [world, other] = [await newWorld(), await newWorld()];
  // Calls note the use of a session every few minutes, which is no change of theirs.
  await runtime()
    .database.db.update(sessions)
    .set({ seenAt: new Date(Date.now() + DAY_MS) });
  await changedTables();
});

test("every procedure has a line and every line a procedure", () => {
  expect(lines.map(([path]) => path).sort()).toEqual([...procedures.keys()].sort());
});

describe("without a session", () => {
  test.each(lines.filter(([, line]) => line.for !== "open"))("401: %s", async (path, line) => {
    for (const cookie of [undefined, "__Host-next-auth.session-token=nonsense", "__Host-assay-producer=x"]) {
      const reply = await callProcedure(path, inputOf(line, world), { cookie });
      expect(reply.status).toBe(401);
      expect(reply.failure?.appCode).toBe("not-signed-in");
    }
    expect(await changedTables()).toEqual([]);
  });
});

describe("by role", () => {
  for (const role of ROLES) {
    const tooHigh = lines.filter(([, line]) =>
      isRole(line.for) ? !mayCall(role, line.for) : line.for === "admin",
    );
    test.each(tooHigh)(`403: a ${role}, %s`, async (path, line) => {
      const reply = await callProcedure(path, inputOf(line, world), { cookie: world.people[role].cookie });
      expect(reply.status).toBe(403);
      expect(reply.failure?.appCode).toBe(line.for === "admin" ? "not-an-admin" : "role-too-low");
      expect(await changedTables()).toEqual([]);
    });
  }

  test.each(lines.filter(([, line]) => isRole(line.for)))(
    "403: an admin without membership, %s",
    async (path, line) => {
      const reply = await callProcedure(path, inputOf(line, world), { cookie: world.people.admin.cookie });
      expect(reply.status).toBe(403);
      expect(reply.failure?.appCode).toBe("no-producer");
      expect(await changedTables()).toEqual([]);
    },
  );

  // These need a link that no longer exists take long, or are of sandboxes alone; they have their own tests.
  const excluded = [
    "factors.addPasskey",
    "factors.addTotp",
    "factors.remove",
    "factors.rename",
    "factors.renewRecoveryCodes",
    "people.secondStep",
    "people.requestPasswordLink",
    "members.acceptSignedIn",
    "sandbox.empty",
    "sandbox.simulate",
    "setUp.finish",
    "setUp.seedDemo",
  ];
  test.each(lines.filter(([path]) => !excluded.includes(path)))(
    "200: the minimum role, %s",
    async (path, line) => {
      const own = isMutation(path) ? await newWorld() : world;
      const who = isRole(line.for) || line.for === "admin" ? line.for : "viewer";
      const cookie = line.for === "open" ? undefined : own.people[who].cookie;
      const reply = await callProcedure(path, inputOf(line, own), { cookie });
      // Some reads write an audit event.
      await changedTables();
      expect(reply.failure).toBeUndefined();
      expect(reply.status).toBe(200);
    },
  );

  test("a viewer changes nothing with any call", async () => {
    const isOpen = ({ for: who, ofOneself }: Line) => who === "signedIn" || who === "open" || ofOneself;
    for (const [path, line] of lines) {
      if (isOpen(line)) continue;
      await callProcedure(path, inputOf(line, world), { cookie: world.people.viewer.cookie });
    }
    expect(await changedTables()).toEqual([]);
  });

  test("each of those who may inspect can, and a viewer cannot", async () => {
    for (const role of ROLES) {
      const { cookie } = world.people[role];
      const { status } = await callProcedure("inspections.record", inspectionOf(world.item), { cookie });
      expect(status, role).toBe(role === "viewer" ? 403 : 200);
    }
    await changedTables();
  });

  test("an inspector changes nothing but inspections", async () => {
    for (const [path, line] of lines) {
      if (line.for === "signedIn" || line.for === "open" || line.for === "inspector") continue;
      await callProcedure(path, inputOf(line, world), { cookie: world.people.inspector.cookie });
    }
    expect(await changedTables()).toEqual([]);
  });

  test("calls without a role change only the caller", async () => {
    const fresh = await newSignedIn([{ producer: world.producer, role: "viewer" }], {
      passwordHash: await PASSWORD_HASH,
    });
    await changedTables();
    for (const [path, line] of lines.filter(([, { for: who }]) => who === "signedIn")) {
      await callProcedure(path, inputOf(line, world), { cookie: fresh.cookie });
      const own = ["ended_sessions", "one_time_secrets", "people", "sessions", "sign_in_attempts"];
      expect(own, path).toEqual(expect.arrayContaining(await changedTables()));
    }
  });
});

describe("a visitor of the public demo", () => {
  let cookie = "";
  beforeAll(async () => {
    const { producerId } = world.producer;
    await addVisitor(systemCtx(), producerId);
    const session = await sessionCookie(await startVisit(systemCtx()), new Headers());
    cookie = `${session.split(";")[0]}; ${PRODUCER_COOKIE}=${producerId}`;
    await changedTables();
  });

  const closed = lines.filter(([, line]) => line.for !== "open");

  test.each(closed.filter(([path]) => isMutation(path)))("403: %s", async (path, line) => {
    const { status, failure } = await callProcedure(path, inputOf(line, world), { cookie });
    expect([status, failure?.appCode]).toEqual([403, "demo-read-only"]);
    expect(await changedTables()).toEqual([]);
  });

  const reads = closed.filter(([path]) => !isMutation(path));

  test.each(reads)("reads %s as a viewer does, and leaves no trace", async (path, line) => {
    const reply = await callProcedure(path, inputOf(line, world), { cookie });
    const mayRead = line.for === "viewer" || line.for === "signedIn";
    expect(reply.status).toBe(mayRead ? 200 : 403);
    expect(await changedTables()).toEqual([]);
  });

  test.each(reads.filter(([, line]) => line.foreign !== undefined))(
    "403 or 404: %s of another producer",
    async (path, line) => {
      const { status } = await callProcedure(path, inputOf(line, other), { cookie });
      expect([403, 404]).toContain(status);
    },
  );
});

describe("another producer's ids", () => {
  const naming = lines.filter(([, line]) => line.foreign !== undefined);
  test.each(naming)("403 or 404: %s", async (path, line) => {
    const reply = await callProcedure(path, inputOf(line, other), { cookie: world.people.owner.cookie });
    expect(reply.status).toBe(line.foreign);
    expect(await changedTables()).toEqual([]);
  });

  const ofMembers = lines.filter(([, line]) => isRole(line.for));
  test.each(ofMembers)("403: %s, if the call names another or an unknown producer", async (path, line) => {
    const { cookie } = world.people.owner;
    for (const named of [other.producer.producerId, randomUUID(), ""]) {
      const headers = { "x-assay-producer": named };
      const reply = await callProcedure(path, inputOf(line, world), { cookie, headers });
      expect([reply.status, reply.failure?.appCode]).toEqual([403, "no-producer"]);
    }
    expect(await changedTables()).toEqual([]);
  });

  test("a member of two producers gets the objects of the one that the call names", async () => {
    const { cookie } = await newSignedIn([
      { producer: world.producer, role: "editor" },
      { producer: other.producer, role: "viewer" },
    ]);
    await changedTables();
    for (const one of [world, other]) {
      const headers = { "x-assay-producer": one.producer.producerId };
      const get = (identifier: string) => callProcedure("items.get", { identifier }, { cookie, headers });
      expect((await get(one.item)).status).toBe(200);
      expect((await get((one === world ? other : world).item)).status).toBe(403);
    }
    const change = { identifier: other.item, changes: { title: text }, version: other.versions.item };
    const headers = { "x-assay-producer": other.producer.producerId };
    const refused = await callProcedure("items.update", change, { cookie, headers });
    expect(refused.failure?.appCode).toBe("role-too-low");
    expect(await changedTables()).toEqual([]);
  });

  test("a person learns which of their own producers has an object, and nothing about others", async () => {
    const { cookie } = await newSignedIn([
      { producer: world.producer, role: "viewer" },
      { producer: world.suspended, role: "viewer" },
    ]);
    await changedTables();
    const held = (w: World) => [
      { kind: "alert", id: w.alert },
      { kind: "case", id: w.case.id },
      { kind: "channel", id: w.channel },
      { kind: "content", id: w.content },
      { kind: "group", id: w.group },
      { kind: "hook", id: w.hook },
      { kind: "item", id: w.item },
      { kind: "rule", id: w.rule },
      { kind: "scan", id: w.scan },
    ];
    const holder = async (input: object) =>
      (await callProcedure("producers.holderOf", input, { cookie })).value;
    for (const one of held(world)) {
      expect(await holder(one)).toEqual({ id: world.producer.producerId, name: expect.any(String) });
    }
    for (const one of held(other)) expect(await holder(one), one.kind).toBeNull();
    expect(await holder({ kind: "item", id: randomUUID() })).toBeNull();
    expect(await changedTables()).toEqual([]);
  });

  test("403: foreign ids mixed with own ids", async () => {
    const { cookie } = world.people.owner;
    const mixed: [string, object][] = [
      ["groups.addItem", { id: world.group, identifier: other.item }],
      ["groups.addItem", { id: other.group, identifier: world.item }],
      ["groups.removeItem", { id: world.group, identifier: other.member }],
      ["hooks.create", { target: { group: other.group }, events: "*", url: "https://example.com/" }],
    ];
    for (const [path, input] of mixed)
      expect((await callProcedure(path, input, { cookie })).status, path).toBe(403);
    for (const [path, input] of [
      ["deliveries.get", { hookId: world.hook, id: other.delivery }],
      ["deliveries.replay", { hookId: world.hook, id: other.delivery }],
    ] as const) {
      expect((await callProcedure(path, input, { cookie })).status, path).toBe(404);
    }
    expect(await changedTables()).toEqual([]);
  });

  test("lists and searches contain nothing of another producer", async () => {
    const { cookie } = world.people.owner;
    const foreign = [
      other.item,
      other.member,
      other.group,
      other.scan,
      other.content,
      other.hook,
      other.delivery,
    ];
    foreign.push(
      other.rule,
      other.view,
      other.alert,
      other.case.id,
      other.token,
      other.invitation,
      other.colleague.personId,
      other.producer.producerId,
    );
    const reading: [string, unknown][] = lines
      .filter(([path, line]) => !isMutation(path) && line.for !== "open" && line.for !== "admin")
      .map(([path]) => [
        path,
        path === "search.find" ? { fragment: "item" } : path.endsWith(".list") ? {} : undefined,
      ]);
    for (const id of foreign.slice(0, 6)) reading.push(["search.find", { fragment: id }]);
    reading.push(["views.list", { list: "items" }]);
    for (const filter of [
      { item: other.item },
      { group: other.group },
      { item: other.item, group: world.group },
    ])
      reading.push(["scans.list", { filter }]);
    for (const [path, input] of reading) {
      const { value } = await callProcedure(path, input, { cookie });
      const answer = JSON.stringify(value ?? null);
      for (const id of foreign) expect(answer.includes(id), `${path} tells ${id}`).toBe(false);
    }
  });
});

describe("transport of calls", () => {
  const mutations = lines.filter(([path]) => isMutation(path));

  test.each(mutations)("405: GET %s", async (path, line) => {
    const reply = await callProcedure(path, inputOf(line, world), {
      cookie: world.people.owner.cookie,
      method: "GET",
    });
    expect(reply.status).toBe(405);
    expect(await changedTables()).toEqual([]);
  });

  test.each(mutations)("403: %s from another origin", async (path, line) => {
    const elsewhere: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site", origin: "https://evil.test" },
      { "sec-fetch-site": "same-site", origin: "https://other.assay.test" },
      { "sec-fetch-site": "none" },
    ];
    for (const headers of elsewhere) {
      const reply = await callProcedure(path, inputOf(line, world), {
        cookie: world.people.owner.cookie,
        headers,
      });
      expect(reply.status).toBe(403);
      expect(reply.failure?.appCode).toBe("other-origin");
    }
    expect(await changedTables()).toEqual([]);
  });

  test("400: a mutation that is not sent as JSON", async () => {
    for (const type of ["text/plain", "multipart/form-data; boundary=x", "application/octet-stream", ""]) {
      const reply = await callProcedure(
        "items.create",
        { identifier: "x" },
        { cookie: world.people.owner.cookie, headers: { "content-type": type } },
      );
      expect(reply.status).toBe(400);
    }
  });
});
