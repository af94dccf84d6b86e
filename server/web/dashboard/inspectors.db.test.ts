import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { memberships } from "@/db/schema/memberships";
import { runtime } from "@/server/runtime/runtime";
import { callProcedure, newSignedIn, producerQuery } from "@/server/testing/dashboard";
import { newItem, newProducer, newScan } from "@/server/testing/factories";
import { newMember } from "@/server/testing/people";
import { until } from "@/server/testing/until";
import { exportList } from "./export-list";
import { watchScans } from "./live";
import { exportPersonalData } from "./personal-data";
import { showScanMap } from "./scan-map";

// Holds decision 0084.

const { db } = runtime().database;

// Tests of a stop end the feeds of their process for good.
beforeEach(() => {
  globalThis.assayLive = undefined;
});

const request = (cookie: string, path: string, query = "") =>
  new Request(`https://assay.test/api/${path}?${producerQuery(cookie)}&${query}`, {
    headers: { cookie, "sec-fetch-site": "same-origin" },
  });

test("403: an inspector reads no live feed, export, personal data or map", async () => {
  const producer = await newProducer();
  const scan = await newScan(await newItem(producer));
  const { cookie } = await newSignedIn([{ producer, role: "inspector" }]);
  for (const answer of [
    await watchScans(request(cookie, "live")),
    await exportList(request(cookie, "dashboard/export", "list=items&format=csv")),
    await exportPersonalData(request(cookie, "dashboard/privacy/export", `scan=${scan}`)),
    await showScanMap(request(cookie, "dashboard/scan-map"), { params: Promise.resolve({ id: scan }) }),
  ])
    expect(answer.status).toBe(403);
});

test("the live feed of a member who becomes an inspector ends", async () => {
  const producer = await newProducer();
  const { cookie, personId } = await newSignedIn([{ producer, role: "viewer" }]);
  const feed = await watchScans(request(cookie, "live"));
  expect(feed.status).toBe(200);
  await db
    .update(memberships)
    .set({ role: "inspector" })
    .where(and(eq(memberships.producerId, producer.producerId), eq(memberships.personId, personId)));
  let said = "";
  const reader = feed.body?.getReader();
  await until(async () => {
    said += Buffer.from((await reader?.read())?.value ?? new Uint8Array()).toString();
    expect(said).toContain("event: end");
  });
});

test("inspectors are not offered as owners of cases", async () => {
  const producer = await newProducer();
  const { cookie, personId } = await newSignedIn([{ producer, role: "viewer" }]);
  await newMember(producer, "inspector");
  expect((await callProcedure("cases.owners", undefined, { cookie })).value).toMatchObject([{ personId }]);
});
