import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { contents } from "@/db/schema/contents";
import { inspections } from "@/db/schema/inspections";
import { only } from "@/server/data/only";
import { recordInspection } from "@/server/domain/inspections/record";
import { runtime } from "@/server/runtime/runtime";
import { newItem } from "@/server/testing/factories";
import { inspectionOf, jpeg, newPhotographer, send } from "@/server/testing/inspections";
import { exportPerson } from "./export-person";
import { eraseInspectionsOf } from "./inspections";

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
