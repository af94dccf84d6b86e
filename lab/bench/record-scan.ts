import { randomUUID } from "node:crypto";
import { type BenchDatabase, settle } from "./database";
import { httpCandidate } from "./http-candidate";
import { maker } from "./items";
import type { HttpRequest } from "./load-job";
import { pgbenchCandidate } from "./pgbench";
import { report } from "./report";
import { alternate } from "./rounds";
import type { Bench } from "./setting";

const ITEMS = 1000;
/** Different devices; as many bodies are sent in turn. */
const BODIES = 1000;

/** Anonymous scans, spread over the items. */
export function scansOf(identifiers: string[]): HttpRequest[] {
  return Array.from({ length: BODIES }, (_, i) => ({
    method: "POST",
    path: "/api/v2/scans",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      identifier: identifiers[i % identifiers.length],
      copyclassification: "original",
      location: { latitude: 47 + Math.random() * 7, longitude: 7 + Math.random() * 7 },
      deviceInfo: { os: "ios", environment: { identifierForVendor: randomUUID() } },
    }),
  }));
}

/** How many scans the items of a prefix count, and how many rows there are of them. */
async function scansIn({ sql }: BenchDatabase, prefix: string) {
  const like = `${prefix}-%`;
  const [row] = await sql<{ counted: number; rows: number }[]>`
    select (select coalesce(sum(scans), 0)::int from items where identifier like ${like}) as counted,
      (select count(*)::int from scans where identifier like ${like}) as rows`;
  return row ?? { counted: 0, rows: 0 };
}

/** Recording scans, of many items and of one: against the plain transaction in pgbench. */
export const recordScan: Bench = async ({ folder, database, service, producer, load, plan, profiled }) => {
  const make = maker(service.port, producer);
  const spread = await make.items("service-spread", ITEMS);
  const batchClient = await make.items("service-hot", 1);
  await make.items("pgbench-spread", ITEMS);
  await make.items("pgbench-hot", 1);

  let acknowledged = 0;
  const assay = (name: string, identifiers: string[]) =>
    httpCandidate(load, database.postmaster, {
      name,
      processes: [service],
      requests: scansOf(identifiers),
      onOk: (ok) => {
        acknowledged += ok;
      },
    });
  const serviceSpread = assay("assay, spread", spread);
  const serviceBatchClient = assay("assay, one item", batchClient);
  if (profiled) return profiled([serviceSpread, serviceBatchClient]);

  const plainSpread = await pgbenchCandidate(folder, database, {
    name: "pgbench, spread",
    prefix: "pgbench-spread",
    items: ITEMS,
  });
  const plainBatchClient = await pgbenchCandidate(folder, database, {
    name: "pgbench, one item",
    prefix: "pgbench-hot",
    items: 1,
  });
  const candidates = [serviceSpread, plainSpread, serviceBatchClient, plainBatchClient];
  const measured = await alternate(candidates, plan, () => settle(database));

  const { counted, rows } = await scansIn(database, "service");
  report({
    name: "record-scan",
    database,
    plan,
    measured,
    comparisons: [
      { of: serviceSpread.name, to: plainSpread.name, goal: 1.5 },
      { of: serviceBatchClient.name, to: plainBatchClient.name, goal: 6 },
      { of: serviceBatchClient.name, to: serviceSpread.name, goal: 0.8 },
    ],
    notes: {
      "scans acknowledged": acknowledged,
      "counted by their items": counted,
      "rows of scans": rows,
    },
  });
  if (counted !== acknowledged || rows !== acknowledged) throw new Error("The scans do not add up.");
};
