import { createServer } from "node:http";
import { settle } from "./database";
import { httpCandidate } from "./http-candidate";
import { maker } from "./items";
import { microseconds } from "./metrics";
import { scansOf } from "./record-scan";
import { report } from "./report";
import { alternate, median } from "./rounds";
import { freePort, startService } from "./service";
import type { Bench } from "./setting";

const ITEMS = 1000;
const SHARES = [0.01, 1];

/** Starts a collector that reads and accepts everything. Returns its port. */
async function startCollector(): Promise<number> {
  const port = await freePort();
  const server = createServer((request, response) => {
    request.resume().once("end", () => response.setHeader("content-type", "application/json").end("{}"));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  server.unref();
  return port;
}

/** Compares recording scans with a share of them traced, with recording them without traces. */
export const tracing: Bench = async ({ database, place, service, producer, load, plan, profiled }) => {
  if (profiled) throw new Error("traces cannot be profiled; profile record-scan.");
  const identifiers = await maker(service.port, producer).items("item", ITEMS);
  const endpoint = `http://127.0.0.1:${await startCollector()}`;
  const candidate = (name: string, of: typeof service) =>
    httpCandidate(load, database.postmaster, { name, processes: [of], requests: scansOf(identifiers) });
  const without = candidate("without traces", service);
  const traced = [];
  for (const share of SHARES) {
    const settings = {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
      OTEL_TRACES_SAMPLER_ARG: String(share),
    };
    traced.push(candidate(`${share * 100} % traced`, await startService(place, [], settings)));
  }
  const rounds = await alternate([without, ...traced], plan, () => settle(database));
  const costs = ({ name }: typeof without) => (rounds.get(name) ?? []).map(microseconds);
  const before = costs(without);
  const notes = [without, ...traced].map((of) => [
    `CPU of a scan ${of.name}, µs`,
    median(costs(of)).toFixed(1),
  ]);
  const ratios = traced.map((of) => [
    `ratio of ${of.name}, median of rounds`,
    median(costs(of).map((cost, i) => cost / (before[i] ?? cost))).toFixed(3),
  ]);
  report({
    name: "traces",
    database,
    plan,
    measured: rounds,
    comparisons: traced.map(({ name }, i) => ({ of: name, to: without.name, goal: i === 0 ? 0.98 : 0.8 })),
    notes: Object.fromEntries([...notes, ...ratios]),
  });
};
