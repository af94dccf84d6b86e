import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { contents } from "@/db/schema/contents";
import { inspections } from "@/db/schema/inspections";
import { sightings } from "@/db/schema/sightings";
import { only } from "@/server/data/only";
import { recordInspection } from "@/server/domain/inspections/record";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, newItem, newProducer } from "@/server/testing/factories";
import { inspectionOf, jpeg, newPhotographer, send } from "@/server/testing/inspections";
import { concernedBy } from "./concerned";
import { exportPerson } from "./export-person";
import { eraseInspectionsOf } from "./inspections";
import { requestErasure } from "./request";

test("the export of a scan has its inspection with the photos, and an erasure removes them", async () => {
  const { producer, cookie, ctx } = await newPhotographer();
  const { db } = runtime().database;
  const { id } = await recordInspection(ctx, inspectionOf(await newItem(producer)));
  const photo = await jpeg(1);
  expect((await send(cookie, id, "front", photo)).status).toBe(200);

  let text = "";
  for await (const part of await exportPerson(ctx, { scan: id })) text += part;
  expect(JSON.parse(text).scans).toMatchObject([
    { inspection: { note: "Loose seam", accuracy: 12, photos: [{ data: photo.toString("base64") }] } },
  ]);

  await db.transaction((tx) => eraseInspectionsOf({ ...ctx, db: tx }, [id]));
  expect(only(await db.select().from(inspections).where(eq(inspections.id, id)))).toMatchObject({
    note: "",
    accuracy: null,
  });
  expect(await db.$count(contents, eq(contents.producerId, producer.producerId))).toBe(0);
});

test("an inspection of a code that no item has is exported with its photos, and erased, by its id", async () => {
  const { producer, cookie, ctx } = await newPhotographer();
  const { db } = runtime().database;
  const { id } = await recordInspection(ctx, inspectionOf(`none ${randomUUID()}`));
  const photo = await jpeg(1);
  expect((await send(cookie, id, "front", photo)).status).toBe(200);
  const owner = ctxOf(producer);
  const other = ctxOf(await newProducer());
  await expect(requestErasure(other, { scan: id })).rejects.toMatchObject({ code: "nothing-to-erase" });
  expect(await concernedBy(owner, { scan: id })).toMatchObject({ scans: 0, sightings: 1 });

  let text = "";
  for await (const part of await exportPerson(owner, { scan: id })) text += part;
  expect(JSON.parse(text).sightings).toMatchObject([
    { id, inspection: { note: "Loose seam", accuracy: 12, photos: [{ data: photo.toString("base64") }] } },
  ]);

  expect(await requestErasure(owner, { scan: id })).toMatchObject({ isDone: true });
  expect(only(await db.select().from(inspections).where(eq(inspections.id, id)))).toMatchObject({
    note: "",
    accuracy: null,
  });
  expect(only(await db.select().from(sightings).where(eq(sightings.id, id)))).toMatchObject({
    latitude: null,
    longitude: null,
  });
  expect(await db.$count(contents, eq(contents.producerId, producer.producerId))).toBe(0);
  expect((await send(cookie, id, "back", photo)).status).toBe(400);
  await expect(requestErasure(owner, { scan: id })).rejects.toMatchObject({ code: "nothing-to-erase" });
});
