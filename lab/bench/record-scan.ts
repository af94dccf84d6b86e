import { randomUUID } from "node:crypto";
import { type BenchDatabase, settle } from "./database";
import { httpCandidate } from "./http-candidate";
import { maker } from "./items";
import { FRESH_KEY, type HttpRequest } from "./load-job";
import { pgbenchCandidate } from "./pgbench";
import { report } from "./report";
import { alternate } from "./rounds";
import type { Bench } from "./setting";

const ITEMS = 1000;
/** Number of different request bodies, each with its own device. */
const BODIES = 1000;

/** Anonymous scans, spread over the items. */
export function scansOf(identifiers: string[], headers: Record<string, string> = {}): HttpRequest[] {
  return Array.from({ length: BODIES }, (_, i) => ({
    method: "POST",
    path: "/api/v2/scans",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({
      identifier: identifiers[i % identifiers.length],
      copyclassification: "original",
      location: { latitude: 47 + Math.random() * 7, longitude: 7 + Math.random() * 7 },
      deviceInfo: { os: "ios", environment: { identifierForVendor: randomUUID() } },
    }),
  }));
}

/** The sum of the items' counters for a prefix, and the number of their scan rows. */
async function scansIn({ sql }: BenchDatabase, prefix: string) {
  const like = `${prefix}-%`;
  const [row] = await sql<{ counted: number; rows: number }[]>`
    select (select coalesce(sum(scans), 0)::int from items where identifier like ${like}) as counted,
      (select count(*)::int from scans where identifier like ${like}) as rows`;
  return row ?? { counted: 0, rows: 0 };
}

/** Compares recording scans, of many items and of one, with the plain transaction in pgbench. */
export const recordScan: Bench = async ({ folder, database, service, producer, load, plan, profiled }) => {
  const make = maker(service.port, producer);
  const spread = await make.items("service-spread", ITEMS);
  const hot = await make.items("service-hot", 1);
  await make.items("pgbench-spread", ITEMS);
  await make.items("pgbench-hot", 1);

  let acknowledged = 0;
  const assay = (name: string, identifiers: string[], headers?: Record<string, string>) =>
    httpCandidate(load, database.postmaster, {
      name,
      processes: [service],
      requests: scansOf(identifiers, headers),
      onOk: (ok) => {
        acknowledged += ok;
      },
    });
  const serviceSpread = assay("assay, spread", spread);
  const serviceHot = assay("assay, one item", hot);
  const serviceKeyed = assay("assay, spread, with idempotency keys", spread, {
    "idempotency-key": FRESH_KEY,
  });
  if (profiled) return profiled([serviceSpread, serviceHot, serviceKeyed]);

  const plainSpread = await pgbenchCandidate(folder, database, {
    name: "pgbench, spread",
    prefix: "pgbench-spread",
    items: ITEMS,
  });
  const plainHot = await pgbenchCandidate(folder, database, {
    name: "pgbench, one item",
    prefix: "pgbench-hot",
    items: 1,
  });
  const candidates = [serviceSpread, serviceKeyed, plainSpread, serviceHot, plainHot];
  const measured = await alternate(candidates, plan, () => settle(database));

  const { counted, rows } = await scansIn(database, "service");
  report({
    name: "record-scan",
    database,
    plan,
    measured,
    comparisons: [
      { of: serviceSpread.name, to: plainSpread.name, goal: 1.5 },
      { of: serviceHot.name, to: plainHot.name, goal: 6 },
      { of: serviceHot.name, to: serviceSpread.name, goal: 0.8 },
      { of: serviceKeyed.name, to: serviceSpread.name, goal: 1 / 1.5 },
    ],
    notes: {
      "scans acknowledged": acknowledged,
      "counted by their items": counted,
      "rows of scans": rows,
    },
  });
  if (counted !== acknowledged || rows !== acknowledged)
    throw new Error("Acknowledged scans, counters and rows differ.");
};
