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

/** Compares two processes of the service on one database with one; connections are spread over both. */
export const twoProcesses: Bench = async ({ database, place, service, producer, load, plan, profiled }) => {
  if (profiled) throw new Error("two-processes cannot be profiled; profile get-item or record-scan.");
  const make = maker(service.port, producer);
  const identifiers = await make.items("item", ITEMS, await make.group());
  const second = await startService(place);
  const reads: HttpRequest[] = identifiers.map((identifier) => ({
    method: "GET",
    path: `/api/v2/items/${identifier}`,
    headers: { "an-api-token": producer.token },
  }));
  const scans = scansOf(identifiers);
  const candidate = (name: string, processes: (typeof service)[], requests: HttpRequest[]) =>
    httpCandidate(load, database.postmaster, { name, processes, requests });
  const candidates = [
    candidate("reads, one process", [service], reads),
    candidate("reads, two processes", [service, second], reads),
    candidate("scans, one process", [service], scans),
    candidate("scans, two processes", [service, second], scans),
  ];
  const measured = await alternate(candidates, plan, () => settle(database));
  report({
    name: "two-processes",
    database,
    plan,
    measured,
    comparisons: [
      { of: "reads, two processes", to: "reads, one process", goal: 1.6 },
      { of: "scans, two processes", to: "scans, one process", goal: 1.6 },
    ],
  });
};
