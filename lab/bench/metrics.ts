import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { observeRequest } from "@/server/api/request-metrics";
import { settle } from "./database";
import { httpCandidate } from "./http-candidate";
import { maker } from "./items";
import { scansOf } from "./record-scan";
import { report } from "./report";
import { alternate, median, type Round } from "./rounds";
import { freePort, startService } from "./service";
import type { Bench } from "./setting";

const ITEMS = 1000;
const SCRAPE_INTERVAL_MS = 5_000;

/** Processor time of the service for a scan, with all its threads, in µs. */
export const microseconds = ({ cores, perSecond }: Round) => (cores.candidate / perSecond) * 1e6;

const OBSERVED = 200_000;

/** Processor time of counting one request, in µs, beside that of the same events without it. */
function microsecondsOfObserving(): number {
  const request = new IncomingMessage(new Socket());
  request.method = "POST";
  const cost = (observe: boolean) => {
    const since = process.cpuUsage();
    for (let i = 0; i < OBSERVED; i++) {
      const response = new ServerResponse(request);
      if (observe) observeRequest(request, response, "/api/v2/scans");
      response.emit("close");
    }
    const { user, system } = process.cpuUsage(since);
    return (user + system) / OBSERVED;
  };
  cost(true);
  return cost(true) - cost(false);
}

/** Compares recording scans with metrics switched on and scraped, with recording them without. */
export const measuring: Bench = async ({ database, place, service, producer, load, plan, profiled }) => {
  if (profiled) throw new Error("metrics cannot be profiled; profile record-scan.");
  const identifiers = await maker(service.port, producer).items("item", ITEMS);
  const port = await freePort();
  const measured = await startService(place, [], { METRICS_PORT: String(port) });
  const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const candidate = (name: string, of: typeof service) =>
    httpCandidate(load, database.postmaster, { name, processes: [of], requests: scansOf(identifiers) });
  const [without, withMetrics] = [candidate("without metrics", service), candidate("with metrics", measured)];
  const scraping = setInterval(() => void scrape().catch(() => {}), SCRAPE_INTERVAL_MS);
  const rounds = await alternate([without, withMetrics], plan, () => settle(database));
  clearInterval(scraping);
  const [before = [], after = []] = [without, withMetrics].map(({ name }) => rounds.get(name));
  const ratios = after.map((round, i) => microseconds(round) / microseconds(before[i] ?? round));
  report({
    name: "metrics",
    database,
    plan,
    measured: rounds,
    comparisons: [{ of: withMetrics.name, to: without.name, goal: 0.98 }],
    notes: {
      "CPU of a scan without metrics, µs": median(before.map(microseconds)).toFixed(1),
      "CPU of a scan with metrics, µs": median(after.map(microseconds)).toFixed(1),
      "ratio, median of rounds (goal 1.02 at most)": median(ratios).toFixed(3),
      "CPU of counting a request, µs": microsecondsOfObserving().toFixed(2),
      "bytes of a scrape": (await scrape()).length,
    },
  });
};
