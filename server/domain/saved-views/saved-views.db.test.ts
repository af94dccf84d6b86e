import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "@/db/schema/audit-events";
import type { Role } from "@/db/schema/memberships";
import { people } from "@/db/schema/people";
import { savedViews } from "@/db/schema/saved-views";
import type { Ctx } from "@/server/core/ctx";
import { normalQuery } from "@/server/core/normal-query";
import { removeMember } from "@/server/domain/members/remove";
import type { NewProducer } from "@/server/domain/producers/create";
import { find } from "@/server/domain/search/find";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { newHook, newProducer } from "@/server/testing/factories";
import { ctxOfMember, newMember } from "@/server/testing/people";
import { deleteView } from "./delete";
import { listViews } from "./list";
import { saveView } from "./save";
import { MAX_PRIVATE_VIEWS, MAX_SHARED_VIEWS, ViewQuery } from "./schema";
import { updateView } from "./update";

// Holds decision 0052: who sees and changes a view, and when it ends.

type Member = Ctx & { personId: string };

async function memberOf(producer: NewProducer, role: Role): Promise<Member> {
  const person = await newMember(producer, role, { name: "Test person" });
  return { ...ctxOfMember(producer, person), personId: person.id };
}

let producer: NewProducer;
let owner: Member;
let editor: Member;
let other: Member;
let viewer: Member;
beforeEach(async () => {
  producer = await newProducer();
  owner = await memberOf(producer, "owner");
  editor = await memberOf(producer, "editor");
  other = await memberOf(producer, "editor");
  viewer = await memberOf(producer, "viewer");
});

const view = (name: string, isShared = false) =>
  ({ list: "items", name, query: "state=active", isShared }) as const;
const namesOf = async (ctx: Ctx) => (await listViews(ctx, "items")).map(({ name }) => name);
const versionOf = async (ctx: Ctx, id: string) =>
  (await listViews(ctx, "items")).find((one) => one.id === id)?.version ?? "";
const change = async (ctx: Ctx, id: string, changes: Parameters<typeof updateView>[2]) =>
  updateView(ctx, id, changes, await versionOf(owner, id).then((v) => v || versionOf(ctx, id)));
const refusal = (code: string) => expect.objectContaining({ code });
const auditOf = async (id: string) =>
  (
    await runtime()
      .database.db.select({ action: auditEvents.action })
      .from(auditEvents)
      .where(and(eq(auditEvents.producerId, producer.producerId), eq(auditEvents.targetId, id)))
      .orderBy(auditEvents.id)
  ).map(({ action }) => action);

describe("who sees a view", () => {
  test("a private view is there for its owner alone, a shared one for all members, none for other producers", async () => {
    await saveView(editor, view("Mine"));
    await saveView(editor, view("Ours", true));
    const stranger = await memberOf(await newProducer(), "owner");
    expect(await namesOf(editor)).toEqual(["Mine", "Ours"]);
    for (const member of [owner, other, viewer]) expect(await namesOf(member)).toEqual(["Ours"]);
    expect(await namesOf(stranger)).toEqual([]);
    const found = async (ctx: Ctx) => (await find(ctx, "in")).views.map(({ name }) => name);
    expect([await found(editor), await found(owner), await found(stranger)]).toEqual([["Mine"], [], []]);
  });

  test("views of one list are not those of another", async () => {
    await saveView(editor, { ...view("Fakes", true), list: "scans" });
    expect(await namesOf(owner)).toEqual([]);
  });

  test("a view of deliveries is found for each webhook, newest first, and not without one", async () => {
    await saveView(editor, { ...view("Failed"), list: "deliveries" });
    await saveView(editor, view("Failed items"));
    const found = async () =>
      (await find(editor, "failed")).views.map(({ name, hook }) => [name, hook?.id ?? null]);
    expect(await found()).toEqual([["Failed items", null]]);
    await newHook(await newProducer());
    const ids = [await newHook(producer, ["*"], { createdAt: new Date(0) }), await newHook(producer)];
    expect(await found()).toEqual([
      ["Failed", ids[1]],
      ["Failed", ids[0]],
      ["Failed items", null],
    ]);
  });

  test("404: another member's private view, and another producer's shared one", async () => {
    const { id } = await saveView(editor, view("Mine"));
    const shared = await saveView(editor, view("Ours", true));
    const stranger = await memberOf(await newProducer(), "owner");
    const version = await versionOf(editor, id);
    for (const [ctx, of] of [
      [owner, id],
      [stranger, shared.id],
      [stranger, "nonsense"],
      [stranger, newId()],
    ] as const) {
      await expect(updateView(ctx, of, { name: "Stolen" }, version)).rejects.toEqual(
        refusal("view-not-found"),
      );
      await expect(deleteView(ctx, of)).rejects.toEqual(refusal("view-not-found"));
    }
    expect(await namesOf(editor)).toEqual(["Mine", "Ours"]);
  });
});

describe("who changes a view", () => {
  test("viewers save, rename and delete views of their own, and share none", async () => {
    const { id } = await saveView(viewer, view("Mine"));
    await updateView(viewer, id, { name: "Still mine" }, await versionOf(viewer, id));
    await expect(saveView(viewer, view("Ours", true))).rejects.toEqual(refusal("role-too-low"));
    const version = await versionOf(viewer, id);
    await expect(updateView(viewer, id, { isShared: true }, version)).rejects.toEqual(
      refusal("role-too-low"),
    );
    expect(await namesOf(owner)).toEqual([]);
    await deleteView(viewer, id);
    expect(await namesOf(viewer)).toEqual([]);
  });

  test("a shared view is changed by its owner and by owners of the producer, and by no other member", async () => {
    const { id } = await saveView(editor, view("Ours", true));
    await change(editor, id, { query: "state=invalidated" });
    await change(owner, id, { name: "All of ours" });
    for (const member of [other, viewer]) {
      await expect(change(member, id, { name: "Taken" })).rejects.toEqual(refusal("view-of-another"));
      await expect(deleteView(member, id)).rejects.toEqual(refusal("view-of-another"));
    }
    await expect(change(owner, id, { isShared: false })).rejects.toEqual(refusal("view-of-another"));
    const [listed] = await listViews(other, "items");
    expect(listed).toMatchObject({
      name: "All of ours",
      query: "state=invalidated",
      isMine: false,
      mayChange: false,
    });
    await deleteView(owner, id);
    expect(await auditOf(id)).toEqual(["viewShared", "viewChanged", "viewChanged", "viewDeleted"]);
  });

  test("the audit log knows a view only while all members see it", async () => {
    const { id } = await saveView(editor, view("Draft"));
    await change(editor, id, { name: "Second draft" });
    expect(await auditOf(id)).toEqual([]);
    await change(editor, id, { isShared: true });
    await change(editor, id, { isShared: false });
    expect(await namesOf(owner)).toEqual([]);
    await change(editor, id, { name: "Third draft" });
    await deleteView(editor, id);
    expect(await auditOf(id)).toEqual(["viewShared", "viewUnshared"]);
  });

  test("409: a change of a view that was changed since, and none without a difference", async () => {
    const { id } = await saveView(editor, view("Ours", true));
    const version = await versionOf(editor, id);
    await updateView(owner, id, { query: "state=invalidated" }, version);
    await expect(updateView(editor, id, { query: "fakes=true" }, version)).rejects.toEqual(
      refusal("view-changed"),
    );
    await updateView(editor, id, { name: "Ours" }, await versionOf(editor, id));
    expect(await auditOf(id)).toEqual(["viewShared", "viewChanged"]);
  });
});

describe("names and numbers", () => {
  test("409: a name is taken in any case, among one's own views and among the shared ones, not across", async () => {
    const { id } = await saveView(editor, view("Fakes"));
    await saveView(other, view("Fakes"));
    const shared = await saveView(editor, view("Fakes", true));
    await saveView(editor, { ...view("Fakes"), list: "scans" });
    await expect(saveView(editor, view("fakes"))).rejects.toEqual(refusal("view-name-taken"));
    await expect(saveView(other, view("FAKES", true))).rejects.toEqual(refusal("view-name-taken"));
    await expect(change(editor, id, { isShared: true })).rejects.toEqual(refusal("view-name-taken"));
    await change(editor, shared.id, { name: "fAKES" });
    expect(await namesOf(editor)).toEqual(["Fakes", "fAKES"]);
  });

  test("409: too many views of a member or of all members, also when saved at once", async () => {
    const { db } = runtime().database;
    const { producerId } = producer;
    const now = new Date();
    const row = (name: string, privateTo: string | null) => ({
      id: newId(),
      producerId,
      list: "items" as const,
      name,
      query: "",
      privateTo,
      ownerId: editor.personId,
      createdAt: now,
      updatedAt: now,
    });
    await db
      .insert(savedViews)
      .values([
        ...Array.from({ length: MAX_PRIVATE_VIEWS - 1 }, (_, at) => row(`Mine ${at}`, editor.personId)),
        ...Array.from({ length: MAX_SHARED_VIEWS - 1 }, (_, at) => row(`Ours ${at}`, null)),
      ]);
    for (const isShared of [false, true]) {
      const saves = await Promise.allSettled(
        ["a", "b", "c"].map((name) => saveView(editor, view(name, isShared))),
      );
      const refused = saves.flatMap((save) => (save.status === "rejected" ? [save.reason] : []));
      expect(refused).toEqual([refusal("too-many-views"), refusal("too-many-views")]);
    }
    const { id } = await saveView(other, view("Another's"));
    await expect(change(other, id, { isShared: true })).rejects.toEqual(refusal("too-many-views"));
    expect(await listViews(editor, "items")).toHaveLength(MAX_PRIVATE_VIEWS + MAX_SHARED_VIEWS);
  });

  test("400: a query with a device, whose data ends by retention and erasure", async () => {
    const query = "device=abcd&verdict=fake";
    await expect(saveView(editor, { ...view("Phone"), query })).rejects.toEqual(refusal("view-of-device"));
    const { id } = await saveView(editor, view("Scans"));
    await expect(change(editor, id, { query })).rejects.toEqual(refusal("view-of-device"));
  });
});

describe("queries", () => {
  test.each([
    ["?b=2&a=1&b=1", "a=1&b=2&b=1"],
    ["q=a+b%20c&view=0190", "q=a+b+c"],
    ["q=&state=active", "state=active"],
    ["q=ä\u0000\ud800", "q=%C3%A4%00%EF%BF%BD"],
    ["", ""],
  ])("%j is stored as %j", (text, stored) => {
    expect(normalQuery(text)).toBe(stored);
    expect(normalQuery(stored)).toBe(stored);
  });

  test("longer ones than 2,000 characters are refused, also if they only become longer in storage", () => {
    const fits = (text: string) => ViewQuery.safeParse(text).success;
    expect([
      fits(`q=${"a".repeat(1_998)}`),
      fits(`q=${"a".repeat(1_999)}`),
      fits(`q=${"ä".repeat(400)}`),
    ]).toEqual([true, false, false]);
  });
});

describe("the end of a person", () => {
  test("with an erased person private views go, and shared ones stay without an owner", async () => {
    await saveView(editor, view("Mine"));
    const { id } = await saveView(editor, view("Ours", true));
    await runtime().database.db.delete(people).where(eq(people.id, editor.personId));
    const rows = await runtime()
      .database.db.select({ id: savedViews.id, ownerId: savedViews.ownerId })
      .from(savedViews)
      .where(eq(savedViews.producerId, producer.producerId));
    expect(rows).toEqual([{ id, ownerId: null }]);
    expect(await listViews(other, "items")).toMatchObject([{ owner: null, isMine: false, mayChange: false }]);
    await change(owner, id, { name: "The owners'" });
    expect(await namesOf(other)).toEqual(["The owners'"]);
  });

  test("with a membership private views go, in this producer alone", async () => {
    const elsewhere = await newProducer();
    await saveView(editor, view("Mine"));
    await saveView(editor, view("Ours", true));
    await removeMember(owner, editor.personId);
    expect(await namesOf(owner)).toEqual(["Ours"]);
    await expect(namesOf(editor)).rejects.toEqual(refusal("member-not-found"));
    expect(await namesOf(await memberOf(elsewhere, "owner"))).toEqual([]);
  });
});
