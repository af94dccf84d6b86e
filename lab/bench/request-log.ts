import { settle } from "./database";
import { httpCandidate } from "./http-candidate";
import { maker } from "./items";
import type { HttpRequest } from "./load-job";
import { microseconds } from "./metrics";
import { scansOf } from "./record-scan";
import { report } from "./report";
import { alternate, median } from "./rounds";
import { createProducer, startService } from "./service";
import type { Bench } from "./setting";

const ITEMS = 1000;
/** Each has rows of its own. */
const PRODUCERS = 20;

/** Compares reading items and recording scans by tokens of several producers, with the request log and without it. */
export const loggingRequests: Bench = async ({
  database,
  place,
  service,
  producer,
  load,
  plan,
  profiled,
}) => {
  if (profiled) throw new Error("request-log cannot be profiled; profile get-item.");
  const identifiers = await maker(service.port, producer).items("item", ITEMS);
  const tokens = [producer.token];
  while (tokens.length < PRODUCERS)
    tokens.push((await createProducer(place, `Bench ${tokens.length}`)).token);
  const withToken = (requests: HttpRequest[]) =>
    requests.map((request, i): HttpRequest => {
      const token = tokens[i % PRODUCERS] ?? producer.token;
      return { ...request, headers: { ...request.headers, "an-api-token": token } };
    });
  const reads = (): HttpRequest[] =>
    identifiers.map((identifier) => ({
      method: "GET",
      path: `/api/v2/items/${identifier}`,
      headers: {},
    }));
  const without = await startService(place, [], { REQUEST_LOG: "off" });
  const pairs = [
    { name: "GET item", requests: withToken(reads()) },
    { name: "POST scan", requests: withToken(scansOf(identifiers)) },
  ].map(({ name, requests }) => {
    const candidate = (log: string, of: typeof service) =>
      httpCandidate(load, database.postmaster, { name: `${name}, ${log}`, processes: [of], requests });
    return { name, off: candidate("without the log", without), on: candidate("with the log", service) };
  });
  const measured = await alternate(
    pairs.flatMap(({ off, on }) => [off, on]),
    plan,
    () => settle(database),
  );
  const costs = ({ name }: { name: string }) => (measured.get(name) ?? []).map(microseconds);
  const notes = pairs.flatMap(({ name, off, on }) => {
    const before = costs(off);
    const ratio = median(costs(on).map((cost, i) => cost / (before[i] ?? cost)));
    return [
      [`CPU of a ${name} without the log, µs`, median(before).toFixed(1)],
      [`CPU of a ${name} with the log, µs`, median(costs(on)).toFixed(1)],
      [`ratio of ${name}, median of rounds (goal 1.05 at most)`, ratio.toFixed(3)],
    ];
  });
  const [counted] = await database.sql<{ rows: number; skipped: number }[]>`
    select count(*)::int as rows, coalesce(sum(skipped), 0)::int as skipped from api_calls`;
  report({
    name: "request-log",
    database,
    plan,
    measured,
    comparisons: pairs.map(({ off, on }) => ({ of: on.name, to: off.name, goal: 0.95 })),
    notes: {
      ...Object.fromEntries(notes),
      producers: PRODUCERS,
      "rows of the log": counted?.rows ?? 0,
      "calls counted with them": counted?.skipped ?? 0,
    },
  });
};
