import { settle } from "./database";
import { httpCandidate } from "./http-candidate";
import { maker } from "./items";
import type { HttpRequest } from "./load-job";
import { scansOf } from "./record-scan";
import { report } from "./report";
import { alternate } from "./rounds";
import { startService } from "./service";
import type { Bench } from "./setting";

const ITEMS = 1000;

/** Compares an instance of two workers with one of one worker. */
export const workers: Bench = async ({ database, place, service, producer, load, plan, profiled }) => {
  if (profiled) throw new Error("workers cannot be profiled; profile get-item or record-scan.");
  const make = maker(service.port, producer);
  const identifiers = await make.items("item", ITEMS, await make.group());
  const both = await startService(place, [], { WORKERS: "2" });
  const reads: HttpRequest[] = identifiers.map((identifier) => ({
    method: "GET",
    path: `/api/v2/items/${identifier}`,
    headers: { "an-api-token": producer.token },
  }));
  const scans = scansOf(identifiers);
  const candidate = (name: string, instance: typeof service, requests: HttpRequest[]) =>
    httpCandidate(load, database.postmaster, { name, processes: [instance], requests });
  const candidates = [
    candidate("reads, one worker", service, reads),
    candidate("reads, two workers", both, reads),
    candidate("scans, one worker", service, scans),
    candidate("scans, two workers", both, scans),
  ];
  const measured = await alternate(candidates, plan, () => settle(database));
  report({
    name: "workers",
    database,
    plan,
    measured,
    comparisons: [
      { of: "reads, two workers", to: "reads, one worker", goal: 1.3 },
      { of: "scans, two workers", to: "scans, one worker", goal: 1.15 },
    ],
  });
};
