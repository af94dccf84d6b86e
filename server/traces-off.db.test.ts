// Holds decision 0062.
import { createRequire } from "node:module";
import { PgDialect } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { recordScans } from "./domain/scans/commit";
import { openTraces } from "./platform/traces";
import { deliverNothingElse, openDelivering, registerHook } from "./testing/delivering";
import { newItem, newProducer, newScan } from "./testing/factories";

test("without a collector nothing of OpenTelemetry's SDK is loaded from a scan to its delivered webhook", async () => {
  await openTraces();
  await deliverNothingElse();
  const { receiver, drain } = await openDelivering();
  const producer = await newProducer();
  await registerHook(producer, receiver.url, { events: "itemScanned" });
  await newScan(await newItem(producer));
  await drain();
  expect(receiver.calls).toHaveLength(1);
  const loaded = Object.keys(createRequire(import.meta.url).cache);
  // The package of its interface is loaded by `prom-client`.
  const ours = loaded.filter((file) => /@opentelemetry\/(?!api\/)/.test(file));
  expect(ours).toEqual([]);
});

test("without a collector the statement that records scans knows nothing of traces", () => {
  const textOf = (...traces: [boolean?]) =>
    new PgDialect({ casing: "snake_case" }).sqlToQuery(recordScans("", "", true, ...traces)).sql;
  expect(textOf()).not.toContain("traceparent");
  expect(textOf(true)).toContain("traceparent");
});
