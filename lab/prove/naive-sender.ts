import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "postgres";
import { Agent, request } from "undici";

const ATTEMPT_TIMEOUT_MS = 15_000;

interface Due {
  id: string;
  url: string;
  scan: string;
}

/** Sends new deliveries in order with a number of workers, as if every receiver answered and no other sender existed. */
export async function sendNaively(sql: Sql, workerCount: number, isOver: AbortSignal): Promise<void> {
  const since = new Date();
  const agent = new Agent();
  const seen = new Set<string>();
  const due: Due[] = [];
  const work = async () => {
    while (!isOver.aborted) {
      const next = due.shift();
      if (!next) {
        await delay(20);
        continue;
      }
      const body = JSON.stringify({ event: { type: "itemScanned" }, scan: { id: next.scan } });
      const headers = { "webhook-id": next.id };
      const limits = { headersTimeout: ATTEMPT_TIMEOUT_MS, bodyTimeout: ATTEMPT_TIMEOUT_MS, signal: isOver };
      const options = { dispatcher: agent, method: "POST", headers, body, ...limits } as const;
      await request(next.url, options)
        .then(({ body }) => body.dump())
        .catch(() => undefined);
    }
  };
  const workers = Array.from({ length: workerCount }, work);
  while (!isOver.aborted) {
    const rows = await sql<Due[]>`
      select deliveries.id, hooks.url, snapshot -> 'scan' ->> 'id' as scan from deliveries
        join hooks on hooks.id = hook_id join events on events.id = event_id
      where events.type = 'itemScanned' and deliveries.created_at >= ${since} order by deliveries.created_at, deliveries.id`;
    for (const row of rows) {
      if (seen.has(row.id)) continue;
      seen.add(row.id);
      due.push(row);
    }
    await delay(50);
  }
  await Promise.all(workers);
  await agent.destroy();
}
