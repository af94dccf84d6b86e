import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { caseLinks } from "@/db/schema/case-links";
import { openCase } from "@/server/domain/cases/open";
import { MAX } from "@/server/domain/cases/schema";
import { runtime } from "@/server/runtime/runtime";
import { newItem } from "@/server/testing/factories";
import {
  inspectionOf,
  jpeg,
  newInspector,
  newPhotographer,
  scansOf,
  send,
} from "@/server/testing/inspections";
import { newMember } from "@/server/testing/people";
import { recordInspection } from "./record";
import { NewInspection } from "./schema";

const { db } = runtime().database;

test("a chosen case that is full is left as it is: the finding opens a new one", async () => {
  const { ctx, producer } = await newInspector();
  const full = await openCase(ctx, { title: "Full", links: [] });
  await db.execute(sql`insert into case_links (case_id, producer_id, kind, code, added_at, added_by)
    select ${full.id}, ${producer.producerId}, 'code', 'code ' || n, now(), 'Ada' from generate_series(1, ${MAX.links}) n`);
  const { caseId } = await recordInspection(ctx, inspectionOf(`none ${randomUUID()}`, { case: full.id }));
  expect(caseId).not.toBeNull();
  expect(caseId).not.toBe(full.id);
  expect(await db.$count(caseLinks, eq(caseLinks.caseId, full.id))).toBe(MAX.links);
});

test("a code that only begins like an item's is not genuine", async () => {
  const { ctx, producer } = await newInspector();
  const identifier = randomUUID().padEnd(200, "x");
  await newItem(producer, { identifier });
  expect((await recordInspection(ctx, inspectionOf(identifier))).verdict).toBe("genuine");
  const longer = await recordInspection(ctx, inspectionOf(`${identifier}y`));
  expect(longer).toMatchObject({ verdict: "unknown", isRegistered: false });
  expect(await scansOf(identifier)).toHaveLength(1);
});

test("a time of the device that no database reads is refused", () => {
  const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
  expect(NewInspection.safeParse(inspectionOf("a", { at: last })).success).toBe(true);
  expect(NewInspection.safeParse(inspectionOf("a", { at: last + 1 })).success).toBe(false);
});

test("an inspection at a place that is almost zero is recorded", async () => {
  const { ctx, producer } = await newInspector();
  const place = { latitude: 5e-324, longitude: -5e-324, accuracy: 5e-324 };
  const wanted = NewInspection.parse(inspectionOf(await newItem(producer), { place }));
  await recordInspection(ctx, wanted);
  expect(await scansOf(wanted.code)).toMatchObject([{ latitude: 0, longitude: 0 }]);
});

test("409: what another person inspected, if the sign-in on the device changed on the way", async () => {
  const { producer, cookie, ctx } = await newPhotographer();
  const colleague = await newMember(producer, "inspector");
  const wanted = inspectionOf(await newItem(producer), { person: colleague.id });
  await expect(recordInspection(ctx, wanted)).rejects.toMatchObject({ code: "inspection-of-another-person" });
  expect(await scansOf(wanted.code)).toEqual([]);
  const { id } = await recordInspection(ctx, inspectionOf("none"));
  const reply = await send(cookie, id, "front", await jpeg(1), { person: colleague.id });
  expect(reply.status).toBe(409);
});

test("inspectors can neither have a case nor be mentioned in one", async () => {
  const { ctx, producer } = await newInspector();
  const { id: ownerId } = await newMember(producer, "inspector");
  await expect(openCase(ctx, { title: "Theirs", ownerId, links: [] })).rejects.toMatchObject({
    code: "not-a-member",
  });
});
