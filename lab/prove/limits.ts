import net from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { Agent, request } from "undici";
import { must, newItems, openClient } from "./client";
import type { Home } from "./home";
import { atLeast, atMost, exactly, type Report, type Scale } from "./report";

const ADDRESSES = 1_000;
const IDENTIFIERS = { scaled: 2_000, full: 10_000 };
const CONCURRENT_CALLS = 50;
const SLOW_UPLOADS = 40;
const TRICKLE_INTERVAL_MS = 2_000;
const MAX_UPLOAD_MS = 30_000;

/** Makes the service trust this machine's forwarding headers. */
const TRUSTING = { TRUSTED_PROXIES: "127.0.0.1,::1" };

/** Proves that a network counts as one client, guessing finds no identifiers, and slow uploads block no others. */
export const limits = (home: Home, scale: Scale): Promise<Report> =>
  attack(home, { RATE_LIMITS: "on", ...TRUSTING }, IDENTIFIERS[scale]);

/** The control: the same attack without rate limits. */
export const controlLimits = (home: Home): Promise<Report> =>
  attack(home, { RATE_LIMITS: "off", ...TRUSTING }, 500);

/** Number of responses by status. */
type Statuses = Map<number, number>;

/** Makes the given number of calls, several concurrently. */
export async function callConcurrently(
  count: number,
  call: (n: number) => Promise<number>,
): Promise<Statuses> {
  const statuses: Statuses = new Map();
  let next = 0;
  const caller = async () => {
    for (let n = next++; n < count; n = next++) {
      const status = await call(n);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_CALLS }, caller));
  return statuses;
}

const summary = (statuses: Statuses) =>
  [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");

async function attack(home: Home, env: Record<string, string>, identifiers: number): Promise<Report> {
  const { url } = await home.start(env);
  const { token } = await home.producer("Limited");
  const client = openClient();
  const agent = new Agent({ pipelining: 1 });
  const send = async (path: string, address: string, body?: object) => {
    const headers = { "x-forwarded-for": address, ...(body ? { "content-type": "application/json" } : {}) };
    const method = body ? "POST" : "GET";
    const answer = await request(`${url}${path}`, {
      dispatcher: agent,
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
    });
    await answer.body.dump();
    return answer.statusCode;
  };
  try {
    const known = await newItems(client, url, token, 20);
    const at = (n: number) => encodeURIComponent(known[n % known.length] ?? "");

    const scans = await callConcurrently(ADDRESSES, (n) =>
      send("/api/v2/scans", `2001:db8:1:1::${n.toString(16)}`, { identifier: known[n % known.length] }),
    );

    // One in a hundred exists, and each is requested by another path and from another address of the network.
    const guess = (n: number) => (n % 100 === 99 ? at(n) : `guess-${n}`);
    const ways = [
      (id: string) => `/api/v2/items/${id}`,
      (id: string) => `/api/v2/items/${id}/thumbnail/10`,
      (id: string) => `/v/${id}`,
    ];
    const begun = performance.now();
    const harvest = await callConcurrently(identifiers, (n) =>
      send((ways[n % ways.length] ?? String)(guess(n)), `2001:db8:2:2::${(n % 60_000).toString(16)}`),
    );
    // A minute begins with the first call, and items without an image also return 404.
    const maxAnswered = 20 * (1 + Math.ceil((performance.now() - begun) / 60_000));
    const shop = await callConcurrently(1_000, (n) => send(`/api/v2/items/${at(n)}`, "2001:db8:3:3::1"));

    const slow = Array.from({ length: SLOW_UPLOADS }, () => openSlowUpload(url, token));
    await delay(TRICKLE_INTERVAL_MS);
    const beside = await client.call(url, {
      method: "POST",
      path: "/contents",
      token,
      body: { "content-type": "text/plain", data: Buffer.alloc(1_000_000).toString("base64") },
    });
    const endings = await Promise.all(slow);
    const longest = Math.max(...endings.map(({ ms }) => ms));
    await must(client, url, { method: "GET", path: "/producers/hooks", token });

    return {
      checks: [
        exactly(`scans accepted from ${ADDRESSES} addresses of one /64`, 60, scans.get(200) ?? 0),
        atMost(`unknown identifiers answered, of ${identifiers} tried`, maxAnswered, harvest.get(404) ?? 0),
        exactly("known identifiers answered to a shop that requests only them", 1_000, shop.get(200) ?? 0),
        exactly("status of an upload beside slow ones of the same producer", 200, beside.status),
        atLeast("slow uploads ended", SLOW_UPLOADS, endings.filter(({ status }) => status === 400).length),
        atMost("longest slow upload", MAX_UPLOAD_MS, longest, " ms"),
      ],
      figures: {
        "scans of one /64": summary(scans),
        "a harvest by three paths": summary(harvest),
        "lookups of a shop": summary(shop),
        "slow uploads": `${SLOW_UPLOADS} that announce 14 MB and send a byte every ${TRICKLE_INTERVAL_MS / 1000} s`,
      },
    };
  } finally {
    agent.destroy();
    await client.close();
    await home.stop();
  }
}

/** Announces an upload and sends a byte at intervals until the service ends it; returns the status, 0 for none. */
function openSlowUpload(url: string, token: string): Promise<{ status: number; ms: number }> {
  const startedAt = Date.now();
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  socket.write(
    `POST /api/v2/contents HTTP/1.1\r\nhost: ${hostname}\r\nan-api-token: ${token}\r\ncontent-type: application/json\r\ncontent-length: 14000000\r\n\r\n{"data":"`,
  );
  return new Promise((resolve) => {
    let answer = "";
    const trickle = setInterval(() => socket.write("A"), TRICKLE_INTERVAL_MS);
    const end = () => {
      clearInterval(trickle);
      clearTimeout(timeout);
      socket.destroy();
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0), ms: Date.now() - startedAt });
    };
    const timeout = setTimeout(end, MAX_UPLOAD_MS + 5_000);
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      end();
    });
    socket.on("error", end);
    socket.on("close", end);
  });
}
