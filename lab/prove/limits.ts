import net from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { Agent, request } from "undici";
import { must, newItems, openClient } from "./client";
import type { Home } from "./home";
import { atLeast, atMost, exactly, type Report, type Scale } from "./report";

const ADDRESSES = 1_000;
const IDENTIFIERS = { scaled: 2_000, full: 10_000 };
const AT_ONCE = 50;
const SLOW_UPLOADS = 40;
const TRICKLE_EVERY_MS = 2_000;
const ENDED_WITHIN_MS = 30_000;

/** Tells the service to believe this machine about addresses. */
const BELIEVING = { TRUSTED_PROXIES: "127.0.0.1,::1" };

/** A network counts as one, identifiers are not found by trying, and uploads that trickle take no room. */
export const limits = (home: Home, scale: Scale): Promise<Report> =>
  attack(home, { RATE_LIMITS: "on", ...BELIEVING }, IDENTIFIERS[scale]);

/** The same with limits off. */
export const controlLimits = (home: Home): Promise<Report> =>
  attack(home, { RATE_LIMITS: "off", ...BELIEVING }, 500);

/** How often each status was answered. */
type Statuses = Map<number, number>;

/** Makes so many calls, some at once. */
async function inFlight(count: number, call: (n: number) => Promise<number>): Promise<Statuses> {
  const statuses: Statuses = new Map();
  let next = 0;
  const caller = async () => {
    for (let n = next++; n < count; n = next++) {
      const status = await call(n);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  return statuses;
}

const told = (statuses: Statuses) =>
  [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");

async function attack(home: Home, env: Record<string, string>, identifiers: number): Promise<Report> {
  const { url } = await home.start(env);
  const { token } = await home.producer("Limited");
  const client = openClient();
  const agent = new Agent({ pipelining: 1 });
  const ask = async (path: string, address: string, body?: object) => {
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

    const scans = await inFlight(ADDRESSES, (n) =>
      ask("/api/v2/scans", `2001:db8:1:1::${n.toString(16)}`, { identifier: known[n % known.length] }),
    );

    // One in a hundred is there, and each is asked for by another way and from another address of the network.
    const guess = (n: number) => (n % 100 === 99 ? at(n) : `guess-${n}`);
    const ways = [
      (id: string) => `/api/v2/items/${id}`,
      (id: string) => `/api/v2/items/${id}/thumbnail/10`,
      (id: string) => `/v/${id}`,
    ];
    const begun = performance.now();
    const harvest = await inFlight(identifiers, (n) =>
      ask((ways[n % ways.length] ?? String)(guess(n)), `2001:db8:2:2::${(n % 60_000).toString(16)}`),
    );
    // A minute begins with the first, and items without an image are told, too.
    const mostAnswered = 20 * (1 + Math.ceil((performance.now() - begun) / 60_000));
    const shop = await inFlight(1_000, (n) => ask(`/api/v2/items/${at(n)}`, "2001:db8:3:3::1"));

    const slow = Array.from({ length: SLOW_UPLOADS }, () => openSlowUpload(url, token));
    await delay(TRICKLE_EVERY_MS);
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
        exactly(`scans taken from ${ADDRESSES} addresses of one /64`, 60, scans.get(200) ?? 0),
        atMost(`unknown identifiers answered, of ${identifiers} tried`, mostAnswered, harvest.get(404) ?? 0),
        exactly("known identifiers answered to a shop that asks for them alone", 1_000, shop.get(200) ?? 0),
        exactly("an upload beside slow ones of the same producer", 200, beside.status),
        atLeast(
          "slow uploads that were ended",
          SLOW_UPLOADS,
          endings.filter(({ status }) => status === 400).length,
        ),
        atMost("the longest of them", ENDED_WITHIN_MS, longest, " ms"),
      ],
      figures: {
        "scans of one /64": told(scans),
        "a harvest by three ways": told(harvest),
        "lookups of a shop": told(shop),
        "slow uploads": `${SLOW_UPLOADS} that announce 14 MB and send a byte each ${TRICKLE_EVERY_MS / 1000} s`,
      },
    };
  } finally {
    agent.destroy();
    await client.close();
    await home.stop();
  }
}

/** Announces an upload, of which a byte arrives now and then, until it is ended: the status, 0 where there was none. */
function openSlowUpload(url: string, token: string): Promise<{ status: number; ms: number }> {
  const startedAt = Date.now();
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  socket.write(
    `POST /api/v2/contents HTTP/1.1\r\nhost: ${hostname}\r\nan-api-token: ${token}\r\ncontent-type: application/json\r\ncontent-length: 14000000\r\n\r\n{"data":"`,
  );
  return new Promise((resolve) => {
    let answer = "";
    const trickle = setInterval(() => socket.write("A"), TRICKLE_EVERY_MS);
    const end = () => {
      clearInterval(trickle);
      clearTimeout(patience);
      socket.destroy();
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0), ms: Date.now() - startedAt });
    };
    const patience = setTimeout(end, ENDED_WITHIN_MS + 5_000);
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      end();
    });
    socket.on("error", end);
    socket.on("close", end);
  });
}
