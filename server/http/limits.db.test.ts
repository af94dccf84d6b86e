import { sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { createRoutes } from "@/server/api/routes";
import { createFront, listen } from "@/server/front";
import { callerNetwork } from "@/server/platform/caller-network";
import { runtime } from "@/server/runtime/runtime";
import { get, post, problem } from "@/server/testing/api";
import { Browser } from "@/server/testing/browser";
import { endlessBody } from "@/server/testing/endless-body";
import { newItem, newProducer } from "@/server/testing/factories";
import { newPerson, OTHER_PASSWORD, PASSWORD } from "@/server/testing/people";
import { limit } from "./limits";

// Holds decision 0013 and decision 0037.

vi.hoisted(() => {
  process.env.RATE_LIMITS = "on";
  process.env.TRUSTED_PROXIES = "127.0.0.1";
});

const rowsOf = async (table: "scans" | "sightings") => {
  const [row] = await runtime().database.db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(table)}`,
  );
  return row?.count;
};

test("429: more than 60 anonymous scans a minute from one address, with Retry-After; other addresses are not affected", async () => {
  const identifier = await newItem(await newProducer());
  const before = (await rowsOf("scans")) ?? 0;
  const replies = await Promise.all(
    Array.from({ length: 70 }, () => post("/scans", { identifier }, { address: "192.0.2.1" })),
  );
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(10);
  for (const reply of refused) {
    expect(problem(reply).code).toBe("too-many-requests");
    expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect(await rowsOf("scans")).toBe(before + 60);
  expect((await post("/scans", { identifier }, { address: "192.0.2.2" })).status).toBe(200);
});

test("429: repetitions of one idempotency key also count", async () => {
  const identifier = await newItem(await newProducer());
  const headers = { "idempotency-key": "again-and-again-and-again" };
  const statuses = [];
  for (let i = 0; i < 62; i++) {
    statuses.push((await post("/scans", { identifier }, { address: "192.0.2.3", headers })).status);
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
});

test("429: more than 120 phone checks a minute from one address", async () => {
  const check = (address: string) => post("/checkPhoneSupport", { os: "ios", deviceInfo: {} }, { address });
  const replies = await Promise.all(Array.from({ length: 125 }, () => check("192.0.2.20")));
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(5);
  expect((await check("192.0.2.21")).status).toBe(200);
});

test("429: more than 50 requests a second of one token", async () => {
  const { token } = await newProducer();
  const statuses = (await Promise.all(Array.from({ length: 80 }, () => get("/scans", { token })))).map(
    ({ status }) => status,
  );
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
});

test("429: all addresses of an IPv6 /64 share one limit of scans; another /64 is not affected", async () => {
  const identifier = await newItem(await newProducer());
  const scan = (address: string) => post("/scans", { identifier }, { address });
  const replies = await Promise.all(
    Array.from({ length: 70 }, (_, n) => scan(`2001:db8:0:1::${n.toString(16)}`)),
  );
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(10);
  expect((await scan("2001:db8:0:2::1")).status).toBe(200);
});

test("429: wrong passwords from many addresses of one /64 count together; another /64 is not affected", async () => {
  const { email } = await newPerson();
  // Replaces Next behind the front.
  const { server } = createFront(async (request, response) => {
    const { status } = await new Browser(callerNetwork()).signIn(email, String(request.headers.password));
    response.writeHead(status).end();
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const port = await listen(server, 0, "127.0.0.1");
  const signIn = async (address: string, password: string) => {
    const headers = { "x-forwarded-for": address, password };
    return (await fetch(`http://127.0.0.1:${port}/sign-in`, { headers })).status;
  };
  for (let n = 1; n <= 5; n++) expect(await signIn(`2001:db8:9:1::${n}`, OTHER_PASSWORD)).toBe(401);
  expect(await signIn("2001:db8:9:1::6", PASSWORD)).toBe(429);
  expect(await signIn("2001:db8:9:2::1", PASSWORD)).toBe(200);
});

/** Sends a call with an endless body from an address. Returns its status and the number of reads of its body. */
async function postEndless(path: string, remoteAddress: string) {
  const { body, pulls } = endlessBody();
  const init = { method: "POST", headers: { "content-type": "application/json" }, body, duplex: "half" };
  const request = new Request(`https://assay.test${path}`, init);
  const answer = await createRoutes()("POST", path)?.handler(request, { remoteAddress });
  return [answer?.status, pulls()];
}

test("429: the 121st phone check of a network is refused before its body is read", async () => {
  for (let n = 0; n < 120; n++)
    await limit("phone checks from this address", `2001:db8:8:1::${n.toString(16)}`);
  expect(await postEndless("/api/v2/checkPhoneSupport", "2001:db8:8:1::ffff")).toEqual([429, 0]);
});

test("429: the 61st anonymous scan of a network is refused before its body is read", async () => {
  for (let n = 0; n < 60; n++) await limit("scans from this address", `2001:db8:8:2::${n.toString(16)}`);
  expect(await postEndless("/api/v2/scans", "2001:db8:8:2::ffff")).toEqual([429, 0]);
});
