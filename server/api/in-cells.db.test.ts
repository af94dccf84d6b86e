import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { nameOfSecret, newSecret } from "@/server/auth/secrets";
import { fence, inSession } from "@/server/cells/session";
import { Claim, tellTaken } from "@/server/domain/items/taken-elsewhere";
import { createFront, listen } from "@/server/front";
import { CELL_HEADER, callCell, PASS_HEADER, requireCells } from "@/server/platform/cells";
import { env } from "@/server/platform/env";
import { forgetKeyring, newKey } from "@/server/platform/keyring";
import { currentKey, setKeyRoles, signingKeyFor } from "@/server/platform/secrets";
import { runtime } from "@/server/runtime/runtime";
import { call, get, post, problem } from "@/server/testing/api";
import { newItem, newProducer, newScan } from "@/server/testing/factories";

// Holds decision 0067.

const { urls } = vi.hoisted(() => {
  const urls = new Map<number, string>();
  globalThis.assayCells = { own: 0, urls };
  return { urls };
});

const Pass = z.object({
  to: z.number(),
  call: z.string(),
  address: z.string().optional(),
  caller: z.object({ producerId: z.string() }).nullable().optional(),
});

interface Handed {
  call: string;
  body: string;
  pass: z.output<typeof Pass>;
}

/** What the other cell has and is about to have, and the calls that were handed to it. */
const there = {
  keys: new Map<string, number>(),
  taken: new Set<string>(),
  claimed: new Set<string>(),
  handed: [] as Handed[],
  misdirects: 0,
  isAway: false,
  /** Another form of its answers to claims. */
  form: undefined as Record<string, unknown> | undefined,
};

const passOf = (request: IncomingMessage) =>
  Pass.parse(
    JSON.parse(Buffer.from(String(request.headers[PASS_HEADER]).split(".")[0] ?? "", "base64url").toString()),
  );

const Questions = z.array(z.tuple([z.string(), z.string()]));

const other = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  if (there.isAway) response.destroy();
  else if (request.url === "/api/cells/places") {
    const told = Questions.parse(JSON.parse(body)).map(
      ([kind, key]) => there.keys.get(`${kind} ${key}`) ?? null,
    );
    response.end(JSON.stringify(told));
  } else if (request.url === "/api/cells/claims") {
    const { identifiers: asked } = Claim.parse(JSON.parse(body));
    const among = (some: Set<string>) => asked.filter((one) => some.has(one));
    response.end(JSON.stringify(there.form ?? { taken: among(there.taken), claimed: among(there.claimed) }));
  } else if (there.misdirects > 0) {
    there.misdirects--;
    response.writeHead(421).end();
  } else {
    there.handed.push({ call: `${request.method} ${request.url}`, body, pass: passOf(request) });
    response.writeHead(200, { "content-type": "application/json" }).end('{"there":true}');
  }
});
const front = createFront((_request, response) => response.writeHead(200).end("a page"));

const portOf = (address: ReturnType<typeof other.address>) =>
  typeof address === "object" && address ? address.port : 0;

beforeAll(async () => {
  other.listen(0, "127.0.0.1");
  await once(other, "listening");
  urls.set(1, `http://127.0.0.1:${portOf(other.address())}`);
  urls.set(0, `http://127.0.0.1:${await listen(front.server, 0, "127.0.0.1")}`);
});

afterAll(() => {
  other.close();
  front.server.close();
  front.server.closeAllConnections();
});

beforeEach(() => {
  there.keys.clear();
  there.taken.clear();
  there.claimed.clear();
  there.handed = [];
  there.misdirects = 0;
  there.isAway = false;
  there.form = undefined;
});

const itemThere = () => {
  const identifier = `there ${randomUUID()}`;
  there.keys.set(`identifier ${identifier}`, 1);
  return identifier;
};

const sightingsOf = async (identifier: string) =>
  (await runtime().database.db.execute(sql`select from sightings where identifier = ${identifier}`)).length;

/** Sends a call to this cell as the other one does. */
function asOther(
  method: "GET" | "POST",
  target: string,
  onBehalf?: Parameters<typeof callCell>[1]["onBehalf"],
  body?: string,
) {
  const divided = requireCells();
  divided.own = 1;
  try {
    return callCell(0, { method, target, timeoutMs: 5_000, onBehalf, ...(body !== undefined && { body }) });
  } finally {
    divided.own = 0;
  }
}

test("200: an item, a scan and a file are served by the cell that has them", async () => {
  const identifier = itemThere();
  const file = randomUUID();
  there.keys.set(`content ${file}`, 1);
  // Past the declared shapes of this cell: the fake cell answers otherwise.
  const path = `/items/${encodeURIComponent(identifier)}`;
  const ask = (to: string, init?: RequestInit) => fetch(`${urls.get(0)}/api/v2${to}`, init);
  const headers = { "content-type": "application/json" };
  const answers = [
    await ask(path),
    await ask("/scans", { method: "POST", headers, body: JSON.stringify({ identifier }) }),
    await ask(`/contents/${file}`),
  ];
  for (const answer of answers) {
    expect(await answer.json()).toEqual({ there: true });
    expect(answer.headers.get(CELL_HEADER)).toBe("1");
  }
  expect(there.handed.map(({ call }) => call)).toEqual([
    `GET /api/v2${path}`,
    "POST /api/v2/scans",
    `GET /api/v2/contents/${file}`,
  ]);
  expect(there.handed[1]?.body).toBe(JSON.stringify({ identifier }));
  expect(there.handed[1]?.pass).toMatchObject({ to: 1, address: "127.0.0.1", caller: null });
  expect(await sightingsOf(identifier)).toBe(0);
});

test("200: an item of this cell is served here, without a question", async () => {
  const identifier = await newItem(await newProducer());
  there.isAway = true;
  expect((await get(`/items/${identifier}`)).status).toBe(200);
  expect(await newScan(identifier)).toBeTypeOf("string");
});

test("a call with a credential of another cell is handed on before it is checked", async () => {
  const secret = newSecret("token");
  there.keys.set(`credential ${nameOfSecret(secret)}`, 1);
  const answer = await fetch(`${urls.get(0)}/api/v2/scans`, { headers: { "an-api-token": secret } });
  expect(answer.status).toBe(200);
  expect(there.handed[0]?.pass.caller).toBeUndefined();
});

test("a caller of this cell is known in the cell of the item", async () => {
  const { token, producerId } = await newProducer();
  const identifier = itemThere();
  await fetch(`${urls.get(0)}/api/v2/items/${encodeURIComponent(identifier)}`, {
    headers: { "an-api-token": token },
  });
  expect(there.handed[0]?.pass.caller).toEqual({ producerId });
});

test("404: an identifier that no cell has becomes a sighting of the cell where it arrives", async () => {
  const identifier = `nowhere ${randomUUID()}`;
  const reply = await post("/scans", { identifier });
  expect(reply.status).toBe(404);
  expect(await sightingsOf(identifier)).toBe(1);
});

test("503: while a cell does not answer, an identifier is not called unknown", async () => {
  there.isAway = true;
  const identifier = `nowhere ${randomUUID()}`;
  const reply = await call("POST", "/scans", { body: { identifier } });
  expect(reply.status).toBe(503);
  expect(reply.headers.get("retry-after")).not.toBeNull();
  expect(await sightingsOf(identifier)).toBe(0);
});

test("a place that is no longer true is asked for again", async () => {
  const identifier = itemThere();
  there.misdirects = 2;
  const answer = await fetch(`${urls.get(0)}/api/v2/items/${encodeURIComponent(identifier)}`);
  expect(answer.status).toBe(200);
});

test("421: a call that was handed on is served here or nowhere", async () => {
  const identifier = itemThere();
  const target = `/api/v2/items/${encodeURIComponent(identifier)}`;
  const behalf = { address: "192.0.2.7", requestId: "r", caller: null };
  const answer = await asOther("GET", target, behalf);
  await answer.body.dump();
  expect(answer.statusCode).toBe(421);
  expect(there.handed).toEqual([]);
});

test("503: a call with a pass that is not valid is neither served nor handed on", async () => {
  const identifier = await newItem(await newProducer());
  const target = `/api/v2/items/${identifier}`;
  const producer = await newProducer();
  const actor = { type: "token" as const, id: randomUUID(), name: "Forged" };
  const caller = {
    kind: "producer" as const,
    producerId: producer.producerId,
    credential: "token" as const,
    actor,
  };
  const forged = Buffer.from(
    JSON.stringify({ at: Date.now(), from: 1, to: 0, call: "GET /api/v2/scans", requestId: "", caller }),
  ).toString("base64url");
  const reply = await fetch(`${urls.get(0)}/api/v2/scans`, {
    headers: { [PASS_HEADER]: `${forged}.AAAA` },
  });
  expect(reply.status).toBe(503);
  const identifierThere = itemThere();
  const looping = await fetch(`${urls.get(0)}/api/v2/items/${encodeURIComponent(identifierThere)}`, {
    headers: { [PASS_HEADER]: `${forged}.AAAA` },
  });
  expect(looping.status).toBe(503);
  expect(there.handed).toEqual([]);
  const questions = await fetch(`${urls.get(0)}/api/cells/places`, { method: "POST", body: "[]" });
  expect(questions.status).toBe(403);
  const genuine = await asOther("GET", target, { address: undefined, requestId: "", caller: null });
  expect(genuine.statusCode).toBe(200);
  await genuine.body.dump();
});

test("a cell that has rotated its key is known to the other, which has the key and rotates later", async () => {
  const identifier = await newItem(await newProducer());
  const roles = globalThis.assayKeyRoles;
  const { id: old } = currentKey();
  const added = newKey();
  env.SECRET_KEY_OTHERS.push(added.secret);
  forgetKeyring();
  onTestFinished(() => {
    env.SECRET_KEY_OTHERS.pop();
    forgetKeyring();
    setKeyRoles(roles);
  });
  const rotated = { current: added.id, hashing: old, retired: [] };
  const behind = { ...rotated, current: old };
  const statusOf = async (...args: Parameters<typeof asOther>) => {
    setKeyRoles(rotated);
    const sent = asOther(...args);
    setKeyRoles(behind);
    const { statusCode, body } = await sent;
    await body.dump();
    return statusCode;
  };
  const behalf = { address: "192.0.2.7", requestId: "r", caller: null };
  expect(await statusOf("GET", `/api/v2/items/${encodeURIComponent(identifier)}`, behalf)).toBe(200);
  const claim = JSON.stringify({ producerId: randomUUID(), identifiers: ["free"] });
  expect(await statusOf("POST", "/api/cells/claims", undefined, claim)).toBe(200);
});

/** Calls this cell with a genuine pass, in the form of another build. */
async function withPassOf(fields: Record<string, unknown>) {
  const identifier = await newItem(await newProducer());
  const call = `GET /api/v2/items/${identifier}`;
  const pass = { at: Date.now(), from: 1, to: 0, call, requestId: "", caller: null, ...fields };
  const payload = Buffer.from(JSON.stringify(pass)).toString("base64url");
  const signature = createHmac("sha256", signingKeyFor("cells")).update(payload).digest("base64url");
  const headers = { [PASS_HEADER]: `${payload}.${signature}` };
  return fetch(`${urls.get(0)}/api/v2/items/${identifier}`, { headers });
}

test("a pass of another build may have further fields; 503 for one whose form this build does not know", async () => {
  expect((await withPassOf({ later: { more: true } })).status).toBe(200);
  const reply = await withPassOf({ caller: { kind: "partner" } });
  expect(reply.status).toBe(503);
  expect(reply.headers.get("retry-after")).not.toBeNull();
});

test("503: an answer in a form that this build does not know keeps an identifier free", async () => {
  const { token } = await newProducer();
  there.form = { isTaken: false };
  expect((await post("/items", { identifier: "asked in vain" }, { token })).status).toBe(503);
  there.form = undefined;
  expect((await post("/items", { identifier: "asked in vain" }, { token })).status).toBe(200);
});

test("400: a question of another form is refused", async () => {
  const ask = (body: string) =>
    asOther("POST", "/api/cells/places", undefined, body).then(async ({ statusCode, body: answer }) => {
      await answer.dump();
      return statusCode;
    });
  expect(await ask('[["item", "7"]]')).toBe(400);
  expect(await ask("not json")).toBe(400);
  expect(await ask("[]")).toBe(200);
});

test("409 and 503: an identifier of another cell cannot be registered, nor one that it registers now", async () => {
  const { token } = await newProducer();
  const create = (identifier: string) => post("/items", { identifier }, { token });
  there.taken.add("taken there");
  expect(problem(await create("taken there")).code).toBe("identifier-taken");
  there.claimed.add("claimed there");
  expect((await create("claimed there")).status).toBe(503);
  there.isAway = true;
  expect((await create("free")).status).toBe(503);
  there.isAway = false;
  expect((await create("free")).status).toBe(200);
});

test("a cell that asks learns that an identifier is claimed, except on behalf of the same producer", async () => {
  const { token, producerId } = await newProducer();
  there.isAway = true;
  await post("/items", { identifier: "claimed here" }, { token });
  const ask = (producer: string) =>
    tellTaken(runtime().database, { producerId: producer, identifiers: ["claimed here", "free here"] });
  expect(await ask(randomUUID())).toEqual({ taken: [], claimed: ["claimed here"] });
  expect(await ask(producerId)).toEqual({ taken: [], claimed: [] });
});

test("the verify page of an item of another cell is there", async () => {
  const identifier = itemThere();
  const path = `/v/${encodeURIComponent(identifier)}`;
  const answer = await fetch(`${urls.get(0)}${path}`, { redirect: "manual" });
  expect(answer.status).toBe(307);
  expect(answer.headers.get("location")).toBe(`${urls.get(1)}${path}`);
});

test("a producer that has moved is served by its cell, and nothing of it changes here", async () => {
  const producer = await newProducer();
  const { producerId, token } = producer;
  const identifier = await newItem(producer);
  const { db } = runtime().database;
  await db.execute(sql`insert into cell_moves (producer_id, state, cell) values (${producerId}, 'moved', 1)`);
  await inSession({}, fence);
  await db.execute(sql`update credential_epoch set epoch = epoch + 1`);
  const change = (connection: Pick<typeof db, "execute">) =>
    connection.execute(sql`update items set title = 'changed' where identifier = ${identifier} returning id`);
  await expect(change(runtime().database.callers)).rejects.toThrow();
  // Background work leaves it alone.
  expect(await change(db)).toHaveLength(0);
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ identifier });
  const scanned = await fetch(`${urls.get(0)}/api/v2/scans`, { method: "POST", headers, body });
  expect(await scanned.json()).toEqual({ there: true });
  there.keys.set(`credential ${nameOfSecret(token)}`, 1);
  await expect
    .poll(async () => {
      const listed = await fetch(`${urls.get(0)}/api/v2/scans`, { headers: { "an-api-token": token } });
      return listed.json();
    })
    .toEqual({ there: true });
  await db.execute(sql`delete from cell_moves`);
  await inSession({}, fence);
});

test("a change of a moving producer is noted", async () => {
  const producer = await newProducer();
  const { db } = runtime().database;
  await db.execute(
    sql`insert into cell_moves (producer_id, state, cell) values (${producer.producerId}, 'copying', 1)`,
  );
  await inSession({}, fence);
  const identifier = await newItem(producer);
  await newScan(identifier);
  const noted = await db.execute<{ table_name: string }>(
    sql`select distinct table_name from cell_changes where producer_id = ${producer.producerId} order by 1`,
  );
  expect(noted.map(({ table_name }) => table_name)).toEqual(["history", "identifiers", "items", "scans"]);
  await db.execute(sql`delete from cell_moves`);
  await inSession({}, fence);
});
