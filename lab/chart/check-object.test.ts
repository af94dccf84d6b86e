import { expect, test } from "vitest";
import { type ChartObject, faultsOf } from "./check-object";

const cluster = (spec: Record<string, unknown>): ChartObject => ({
  apiVersion: "postgresql.cnpg.io/v1",
  kind: "Cluster",
  metadata: { name: "assay" },
  spec: { instances: 3, storage: { size: "1Gi" }, ...spec },
});

test("an object of the schema has no faults", () => {
  const resources = { requests: { cpu: "1" } };
  expect(faultsOf(cluster({ postgresql: { parameters: { max_connections: "300" } }, resources }))).toEqual(
    [],
  );
});

test("a missing field, one of another type and one that does not exist are faults", () => {
  expect(faultsOf(cluster({ instances: "3" })).join()).toContain("/spec/instances must be integer");
  expect(faultsOf(cluster({ instances: undefined })).join()).toContain("instances");
  expect(faultsOf(cluster({ storage: { sise: "1Gi" } }))).toEqual([
    "postgresql.cnpg.io/v1 Cluster assay: /spec/storage/sise does not exist",
  ]);
});

test("a kind without a schema is a fault", () => {
  expect(faultsOf({ apiVersion: "v2", kind: "Service", metadata: { name: "assay" } })).toHaveLength(1);
});
