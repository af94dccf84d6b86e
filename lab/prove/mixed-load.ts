import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { type Call, type Client, newItems, type Outcome } from "./client";
import type { Service } from "./home";
import { waitFor } from "./wait-for";
import { type AcknowledgedScan, writeScans } from "./writers";

const ITEMS = 12;
const WRITERS = 2;
const RETRY_DELAY_MS = 200;
/** Before each call, so that the machine is not full: how late webhooks are, says then something about the upgrade. */
const PAUSE_MS = 50;
const PHASE_TIMEOUT_MS = 300_000;

const Id = z.object({ id: z.string() });

/** The calls that change and read items, groups and webhooks. */
async function makeChanges(call: (one: Call) => Promise<unknown>, token: string): Promise<string> {
  const identifier = `proof ${randomUUID()}`;
  const item = `/items/${encodeURIComponent(identifier)}`;
  const post = (to: string, body?: object) =>
    call({ method: "POST", path: to, token, ...(body && { body }) });
  const remove = (at: string) => call({ method: "DELETE", path: at, token });
  await post("/items", { identifier, title: "New" });
  await post(item, { title: "Changed", data: { changed: true } });
  const group = Id.parse(await post("/groups", { title: "Line" }));
  await post(`/groups/${group.id}`, { title: "Renamed" });
  await post(`/groups/${group.id}/items/${encodeURIComponent(identifier)}`);
  const hook = Id.parse(
    await post(`${item}/hooks`, { events: "itemInvalidated", url: "https://receiver.example/" }),
  );
  await call({ method: "GET", path: item, token });
  await call({ method: "GET", path: `${item}/history`, token });
  await remove(`${item}/hooks/${hook.id}`);
  await remove(`/groups/${group.id}/items/${encodeURIComponent(identifier)}`);
  await remove(`/groups/${group.id}`);
  return identifier;
}

class Failed extends Error {}

/** What the callers have seen. */
export interface Seen {
  scans: AcknowledgedScan[];
  /** Identifiers of items that were created and changed. */
  items: string[];
  calls: number;
  failures: string[];
}

export type Load = Awaited<ReturnType<typeof startLoad>>;

/**
 * Starts callers of an instance, and later of those that serve, in turn, until `stop`: scans with and without a key, and
 * changes and reads of items, groups and webhooks.
 */
export async function startLoad(unpaced: Client, old: Service, token: string, isKeyed: boolean) {
  const client: Client = {
    ...unpaced,
    call: async (...given) => {
      await delay(PAUSE_MS);
      return unpaced.call(...given);
    },
  };
  const plain = await newItems(client, old.url, token, ITEMS);
  const keyed = await newItems(client, old.url, token, ITEMS);
  const seen: Seen = { scans: [], items: [], calls: 0, failures: [] };
  let serving = [old];
  let isOver = false;
  let turn = 0;
  const url = () => serving[turn++ % serving.length]?.url ?? "";
  const note = (what: string, { status, body, failure }: Outcome) => {
    seen.calls++;
    if (status !== 200) seen.failures.push(`${what}: ${failure ?? status} ${JSON.stringify(body)}`);
  };
  const write = (identifiers: string[], isKeyed: boolean) =>
    writeScans({
      client,
      url,
      identifiers,
      writers: WRITERS,
      isKeyed,
      onOutcome: (outcome, scan) => {
        note("scan", outcome);
        if (scan) seen.scans.push(scan);
        return isOver ? "enough" : "more";
      },
    });
  const call = async (one: Call) => {
    const outcome = await client.call(url(), one);
    note(`${one.method} ${one.path}`, outcome);
    if (outcome.status !== 200) throw new Failed();
    return outcome.body;
  };
  const change = async () => {
    while (!isOver) {
      try {
        seen.items.push(await makeChanges(call, token));
      } catch (error) {
        if (!(error instanceof Failed)) throw error;
        await delay(RETRY_DELAY_MS);
      }
    }
  };
  const running = Promise.all([write(plain, false), ...(isKeyed ? [write(keyed, true)] : []), change()]);
  running.catch(() => {});
  return {
    seen,
    keyed,
    serve(...services: Service[]) {
      serving = services;
    },
    /** Waits until further scans and changes are acknowledged, or calls fail. */
    more: (scans: number) => {
      const [first, items] = [seen.scans.length, seen.items.length];
      return Promise.race([
        running,
        waitFor("scans are acknowledged", PHASE_TIMEOUT_MS, () => {
          const isEnough = seen.scans.length >= first + scans && seen.items.length > items + 1;
          return isEnough || seen.failures.length > 0;
        }),
      ]);
    },
    async stop() {
      isOver = true;
      await running;
    },
  };
}
