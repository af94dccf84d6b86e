import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Sql } from "postgres";
import { type Call, type Client, must, newItems, openClient } from "./client";
import type { Home } from "./home";
import { atLeast, type Check, exactly, type Report, type Scale } from "./report";

const WIDE_LISTS = 20;
/** The maximum of an item, with the maximum of data. */
const HOOKS = 20;
const HOOK_BYTES = 190_000;
const CALLS_OF_A_KIND = 2;
const CANCEL_INTERVAL_MS = 15;
const SIZES = {
  scaled: { scans: 40, seconds: 5 },
  full: { scans: 600, seconds: 600 },
  control: { scans: 40, seconds: 20 },
};
/** The driver without the reset of its row counter (decision 0034), with all other patches. */
const WITHOUT_RESET = `${pathToFileURL("lab/prove/driver-without.mjs")}?row-reset`;

/** Proves that statements failing between rows never make a valid token or an existing item look absent. */
export const wholeResults = (home: Home, scale: Scale): Promise<Report> => attack(home, SIZES[scale], {});

/** The control: a driver that continues to count rows from where a failed statement stopped. */
export const controlWholeResults = (home: Home): Promise<Report> =>
  attack(home, SIZES.control, { NODE_OPTIONS: `--import ${WITHOUT_RESET}` });

async function attack(
  home: Home,
  { scans, seconds }: { scans: number; seconds: number },
  env: Record<string, string>,
): Promise<Report> {
  const { url } = await home.start(env);
  const { token } = await home.producer("Wide");
  const sql = await home.sql();
  const client = openClient();
  try {
    const [wide = "", ...present] = await newItems(client, url, token, 11);
    await insertWideScans(sql, wide, scans);
    const hook = { events: "*", url: "https://receiver.example/", data: { note: "x".repeat(HOOK_BYTES) } };
    const at = `/items/${encodeURIComponent(wide)}`;
    for (let n = 0; n < HOOKS; n++)
      await must(client, url, { method: "POST", path: `${at}/hooks`, token, body: hook });
    const ending = AbortSignal.timeout(seconds * 1000);
    // Paged lists have their own connections; lists without pages share those of all other reads.
    const lists = [`${at}/scans?limit=200`, `${at}/hooks`].map(
      (path): Call => ({ method: "GET", path, token }),
    );
    const attacked = Array.from({ length: WIDE_LISTS }, (_, n) =>
      repeat(client, url, () => lists[n % lists.length] ?? { method: "GET", path: at, token }, ending),
    );
    const others = present
      .flatMap((identifier) => callsOf(identifier, token))
      .flatMap((call) => Array.from({ length: CALLS_OF_A_KIND }, () => call))
      .map((call) => repeat(client, url, () => call, ending));
    const cancelled = cancelAtRandom(sql, ending);
    const [ofLists, ofOthers] = [(await Promise.all(attacked)).flat(), (await Promise.all(others)).flat()];
    const all = [...ofLists, ...ofOthers];
    const count = (status: number) => all.filter((one) => one === status).length;
    const checks: Check[] = [
      exactly("valid tokens answered 403", 0, count(403)),
      exactly("existing resources answered 404", 0, count(404)),
      atLeast("calls answered 200", 100, count(200)),
      atLeast("statements cancelled", 20, await cancelled),
    ];
    return {
      checks,
      figures: {
        "scans of 1 MB in the lists": scans,
        "seconds of attack": seconds,
        "wide lists": ofLists.length,
        "other calls": ofOthers.length,
        "responses by status": [...new Set(all)]
          .sort()
          .map((status) => `${status}: ${count(status)}`)
          .join(", "),
      },
    };
  } finally {
    await client.close();
    await home.stop();
  }
}

const insertWideScans = (sql: Sql, identifier: string, count: number) => sql`
  insert into scans (id, item_id, producer_id, identifier, timestamp, copyclassification, data)
  select gen_random_uuid(), items.id, items.producer_id, identifier, now() - n * interval '1 second', 'original',
    jsonb_build_object('note', repeat(md5(n::text), 32768))
  from items, generate_series(1, ${count}) n where identifier = ${identifier}`;

/** Calls that depend on single rows: an absent row would give 403 or 404. */
const callsOf = (identifier: string, token: string): Call[] =>
  ["", "/history", "/scans", "/hooks"].map((part) => ({
    method: "GET",
    path: `/items/${encodeURIComponent(identifier)}${part}`,
    token,
  }));

async function repeat(client: Client, url: string, next: () => Call, ending: AbortSignal): Promise<number[]> {
  const statuses: number[] = [];
  while (!ending.aborted) statuses.push((await client.call(url, next())).status);
  return statuses;
}

/** Cancels statements of the service at random, as their timeout does; returns their number. */
async function cancelAtRandom(sql: Sql, ending: AbortSignal): Promise<number> {
  let cancelled = 0;
  for (; !ending.aborted; await delay(CANCEL_INTERVAL_MS)) {
    const rows = await sql`
      select pg_cancel_backend(pid) from pg_stat_activity
      where application_name like 'assay%' and state = 'active' and query ilike 'select%' limit 4`;
    cancelled += rows.length;
  }
  return cancelled;
}
