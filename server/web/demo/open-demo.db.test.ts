import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { inspections } from "@/db/schema/inspections";
import { people } from "@/db/schema/people";
import { producers } from "@/db/schema/producers";
import { reports } from "@/db/schema/reports";
import { scans } from "@/db/schema/scans";
import { sessions } from "@/db/schema/sessions";
import { sightings } from "@/db/schema/sightings";

// Holds decision 0086.

vi.stubEnv("PUBLIC_DEMO", "on");
const { runtime } = await import("@/server/runtime/runtime");
const { newId } = await import("@/server/platform/ids");
const { needsSetUp } = await import("@/server/domain/people/set-up");
const { limitedAs, PRODUCER_COOKIE, signedInPerson } = await import("@/server/identity/from-session");
const { MAX_VISITS, VISIT_SECONDS } = await import("@/server/domain/public-demo/visitor");
const { recordInspection } = await import("@/server/domain/inspections/record");
const { fromNetwork } = await import("@/server/platform/caller-network");
const { inspectionOf, newInspector } = await import("@/server/testing/inspections");
const { startPublicDemo } = await import("@/server/seed/public-demo");
const { post } = await import("@/server/testing/api");
const { callProcedure, newSignedIn } = await import("@/server/testing/dashboard");
const { exportList } = await import("@/server/web/dashboard/export-list");
const { demoState, pressOpenDemo, readyDemo, SIZE } = await import("@/server/testing/public-demo");
const { offeredDemo } = await import("./shown-demo");

const db = () => runtime().database.db;

const newPersonFields = { id: newId(), email: "second@demo.invalid", name: "Second visitor" };

/** A visitor's session, as the browser sends it with the pages of the demo. */
async function visit() {
  const answer = await pressOpenDemo();
  const [session = ""] = answer.headers.getSetCookie()[0]?.split(";") ?? [];
  const producerId = /^\/p\/([^/]+)\/overview$/.exec(answer.headers.get("location") ?? "")?.[1] ?? "";
  return { cookie: `${session}; ${PRODUCER_COOKIE}=${producerId}`, producerId };
}

beforeAll(async () => {
  expect(await demoState()).toEqual({ state: "none" });
  const starts = await Promise.all(
    Array.from({ length: 20 }, (_, i) => startPublicDemo(runtime().database, `press ${i}`, SIZE)),
  );
  const begun = starts.flatMap((start) => start ?? []);
  expect(begun).toHaveLength(1);
  expect((await demoState()).state).toBe("underWay");
  expect((await pressOpenDemo()).headers.get("location")).toBe("/demo");
  await begun[0]?.done;
}, 120_000);

test("20 presses at the same time create one demo, and each press after that signs in at once", async () => {
  const { producerId } = await readyDemo();
  const made = await db().select({ id: producers.id }).from(producers);
  expect(made).toEqual([{ id: producerId }]);
  const answers = await Promise.all(Array.from({ length: 20 }, () => pressOpenDemo()));
  for (const { status, headers } of answers) {
    expect([status, headers.get("location")]).toEqual([303, `/p/${producerId}/overview`]);
    expect(headers.getSetCookie()[0]).toContain(`Max-Age=${VISIT_SECONDS}; HttpOnly`);
  }
  expect(
    await db().select({ id: people.id }).from(people).where(eq(people.isDemoVisitor, true)),
  ).toHaveLength(1);
});

test("a visitor is a viewer of the demo, whose session ends after two hours", async () => {
  const { cookie } = await visit();
  const me = await callProcedure("people.me", undefined, { cookie });
  expect(me.value).toMatchObject({
    person: { isDemoVisitor: true, isAdmin: false },
    memberships: [{ role: "viewer" }],
  });
  const [newest] = await db()
    .select({ seconds: sql<number>`extract(epoch from max(expires_at) - now())::float8` })
    .from(sessions);
  expect(newest?.seconds).toBeGreaterThan(VISIT_SECONDS - 60);
  expect(newest?.seconds).toBeLessThanOrEqual(VISIT_SECONDS);
});

test("the database keeps the visitor from becoming an account", async () => {
  const visitor = eq(people.isDemoVisitor, true);
  for (const change of [
    { passwordHash: "$argon2id$v=19$m=1,t=1,p=1$a$b" },
    { oidcIssuer: "https://idp.test", oidcSubject: "a", emailProvenAt: new Date() },
    { isAdmin: true },
    { email: "a@people.test" },
  ])
    await expect(db().update(people).set(change).where(visitor)).rejects.toThrow();
  const another = { ...newPersonFields, isDemoVisitor: true };
  await expect(db().insert(people).values(another)).rejects.toThrow();
});

test("visitors see only their own session, and leave the set-up and the list of people as they were", async () => {
  const [one, other] = [await visit(), await visit()];
  const Sessions = z.array(z.object({ id: z.string() }));
  const idsOf = async ({ cookie }: { cookie: string }) =>
    Sessions.parse((await callProcedure("people.sessions", undefined, { cookie })).value).map(({ id }) => id);
  const [ofOne, ofOther] = [await idsOf(one), await idsOf(other)];
  expect([ofOne.length, ofOther.length]).toEqual([1, 1]);
  expect(ofOne).not.toEqual(ofOther);
  expect(await needsSetUp({ db: db() })).toBe(true);
  const admin = await newSignedIn([], { isAdmin: true });
  const People = z.object({ entries: z.array(z.object({ email: z.string() })) });
  const { entries } = People.parse((await callProcedure("admin.people", {}, admin)).value);
  expect(entries.map(({ email }) => email)).toEqual([admin.email]);
});

test("403: a visitor exports nothing, because exports are recorded", async () => {
  const { cookie, producerId } = await visit();
  const query = new URLSearchParams({ list: "items", format: "csv", producer: producerId });
  const answer = await exportList(
    new Request(`https://assay.test/api/dashboard/export?${query}`, {
      headers: { cookie, "sec-fetch-site": "same-origin" },
    }),
  );
  expect([answer.status, await answer.json()]).toMatchObject([403, { code: "demo-read-only" }]);
});

test("403: nothing is recorded of codes of the demo", async () => {
  const { codes } = await readyDemo();
  const rows = async () => [await db().$count(scans), await db().$count(reports)];
  const before = await rows();
  for (const identifier of Object.values(codes)) {
    const { status, body } = await post("/scans", { identifier });
    expect([status, body]).toMatchObject([403, { code: "demo-read-only" }]);
  }
  expect(await rows()).toEqual(before);
});

test("403: an inspector of a brand records nothing of codes of the demo, whose visitors would see the place", async () => {
  const { codes } = await readyDemo();
  const { ctx } = await newInspector();
  const rows = async () => [
    await db().$count(scans),
    await db().$count(sightings),
    await db().$count(inspections),
  ];
  const before = await rows();
  for (const code of Object.values(codes))
    await expect(recordInspection(ctx, inspectionOf(code))).rejects.toMatchObject({ code: "demo-read-only" });
  expect(await rows()).toEqual(before);
});

test("sessions of one network share its limits, however many visits it began", async () => {
  const [one, other] = await Promise.all(
    [await visit(), await visit()].map(({ cookie }) => signedInPerson(new Headers({ cookie }))),
  );
  if (!one || !other) throw new Error("A visitor is not signed in.");
  const limited = fromNetwork("192.0.2.1", () => limitedAs(one));
  expect(fromNetwork("192.0.2.1", () => limitedAs(other))).toBe(limited);
  expect(fromNetwork("192.0.2.2", () => limitedAs(one))).not.toBe(limited);
});

test("people who are signed in keep their session", async () => {
  const { cookie } = await newSignedIn();
  const answer = await pressOpenDemo({ cookie });
  expect([answer.headers.get("location"), answer.headers.getSetCookie()]).toEqual(["/overview", []]);
});

test("the landing page does without a demo that cannot be read", async () => {
  expect(await offeredDemo()).toEqual(await readyDemo());
  await db().execute(sql`alter table public_demo rename to public_demo_away`);
  try {
    expect(await offeredDemo()).toBeUndefined();
  } finally {
    await db().execute(sql`alter table public_demo_away rename to public_demo`);
  }
});

test("403: another site signs no visitor in", async () => {
  const answer = await pressOpenDemo({ "sec-fetch-site": "cross-site" });
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
});

test("beyond the most visitors at a time, the page of the demo tells a new one", async () => {
  const [{ personId, version } = { personId: "", version: 1 }] = await db()
    .select({ personId: people.id, version: people.sessionVersion })
    .from(people)
    .where(eq(people.isDemoVisitor, true));
  await db().execute(sql`
    insert into sessions (id, person_id, version, started_at, expires_at, seen_at)
    select gen_random_uuid(), ${personId}::uuid, ${version}, now(), now() + interval '1 hour', now()
    from generate_series(1, ${MAX_VISITS})`);
  const answer = await pressOpenDemo();
  expect([answer.headers.get("location"), answer.headers.getSetCookie()]).toEqual(["/demo?refused=busy", []]);
  await db().delete(sessions).where(eq(sessions.personId, personId));
});
