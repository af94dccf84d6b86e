import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { AuditEventEnvelope } from "@/server/domain/audit-log/schema";
import type { NewProducer } from "@/server/domain/producers/create";
import { renameProducer } from "@/server/domain/producers/settings";
import { openSandbox } from "@/server/domain/sandboxes/open";
import { createToken } from "@/server/domain/tokens/create";
import { runtime } from "@/server/runtime/runtime";
import { get, problem } from "@/server/testing/api";
import { callProcedure, newSignedIn } from "@/server/testing/dashboard";
import { ctxOf, newProducer, systemCtx } from "@/server/testing/factories";
import { newGate } from "@/server/testing/gate";
import { until } from "@/server/testing/until";

// Holds decision 0077.

const db = () => runtime().database.db;

interface Read {
  names: (string | undefined)[];
  ids: string[];
  cursor: string;
  hasMore: boolean;
}

async function read({ token }: Pick<NewProducer, "token">, after?: string, limit = 1000): Promise<Read> {
  const query = new URLSearchParams({ limit: String(limit), ...(after === undefined ? {} : { after }) });
  const { status, body, headers } = await get(`/auditLog?${query}`, { token });
  expect(status).toBe(200);
  const events = z.array(AuditEventEnvelope).parse(body);
  return {
    names: events.map(({ data }) => data.target.name),
    ids: events.map(({ id }) => id),
    cursor: headers.get("assay-cursor") ?? "",
    hasMore: headers.has("link"),
  };
}

/** Reads until nothing is left. */
async function readAll(producer: Pick<NewProducer, "token">, after?: string, limit?: number) {
  const names: Read["names"] = [];
  let page = await read(producer, after, limit);
  for (; page.ids.length > 0; page = await read(producer, page.cursor, limit)) names.push(...page.names);
  return { names, cursor: page.cursor };
}

/** Reads once all transactions of the server that began before have ended. */
const readOnce = (producer: Pick<NewProducer, "token">, names: string[], after?: string, limit?: number) =>
  until(async () => {
    const all = await readAll(producer, after, limit);
    expect(all.names).toEqual(names);
    return all;
  });

const CREATED = ["Acme", "First token", "Owner key"];

/** A producer with a reader that has read everything. */
async function newReader() {
  const producer = await newProducer();
  const { cursor } = await until(async () => {
    const all = await readAll(producer);
    expect(all.names.toSorted()).toEqual(CREATED);
    return all;
  });
  return { producer, cursor, ctx: ctxOf(producer) };
}

/** Records an audit event in a transaction that stays open. Returns the function that ends it. */
async function recordSlowly(producer: NewProducer, name: string): Promise<() => Promise<void>> {
  const { producerId } = producer;
  const gate = newGate();
  let ended: Promise<void> | undefined;
  await new Promise<void>((recorded) => {
    ended = db().transaction(async (tx) => {
      const ctx = { ...ctxOf(producer), db: tx };
      await recordAuditEvent(ctx, "producerRenamed", { producerId, id: producerId, name });
      recorded();
      await gate.opened;
    });
  });
  return async () => {
    gate.open();
    await ended;
  };
}

test("200: an event whose transaction ends late is not lost, and comes before later ones", async () => {
  const { producer, cursor, ctx } = await newReader();
  const end = await recordSlowly(producer, "late");
  await renameProducer(ctx, "early");
  expect(await read(producer, cursor)).toEqual({ names: [], ids: [], cursor, hasMore: false });
  await end();
  await readOnce(producer, ["late", "early"], cursor);
});

test("200: pages contain each event once, oldest first, as the dashboard shows it, until an empty one with the same cursor", async () => {
  const { producer, cursor, ctx } = await newReader();
  const names = Array.from({ length: 7 }, (_, n) => `Name ${n}`);
  for (const name of names) await renameProducer(ctx, name);
  for (const limit of [1, 3, 7, 1000]) {
    const { cursor: end } = await readOnce(producer, names, cursor, limit);
    expect((await read(producer, end, limit)).cursor).toBe(end);
  }
  const first = await read(producer, cursor, 3);
  expect(first).toMatchObject({ names: names.slice(0, 3), hasMore: true });

  const { cookie } = await newSignedIn([{ producer, role: "viewer" }]);
  const shown = z
    .object({ entries: z.array(z.object({ id: z.number(), at: z.coerce.date() }).loose()) })
    .parse((await callProcedure("auditEvents.list", { limit: 100 }, { cookie })).value);
  const { body } = await get("/auditLog?limit=1000", { token: producer.token });
  const fed = z.array(AuditEventEnvelope).parse(body);
  expect(
    fed.map(({ id, data: { timestamp, requestId, actor, target, ...data } }) => ({
      id: Number(id),
      at: new Date(timestamp),
      actor: { type: actor.type, name: actor.name },
      target: { name: null, ...target },
      ...data,
    })),
  ).toEqual(shown.entries.toReversed());
});

test("200: a producer sees none of another's events, and its cursor is no help", async () => {
  const [one, other] = [await newReader(), await newReader()];
  await renameProducer(one.ctx, "One");
  await renameProducer(other.ctx, "Other");
  await readOnce(other.producer, ["Other"], other.cursor);
  await insertRow(other.producer, "long ago", { at: new Date(Date.now() - 48 * HOUR), xid: sql`0` });
  // With another producer's cursor, the feed begins.
  await until(async () =>
    expect((await readAll(other.producer, one.cursor)).names).toEqual(
      expect.arrayContaining(["Other", "long ago"]),
    ),
  );
  await readOnce(one.producer, ["One"], one.cursor);
});

test("200: a sandbox has a feed of its own", async () => {
  const { producer, cursor } = await newReader();
  const { id: producerId } = await openSandbox(ctxOf(producer));
  const { secret: token } = await createToken(systemCtx(), { producerId, kind: "token", name: "Test" });
  await readOnce({ token }, ["Test"]);
  await readOnce(producer, ["Acme"], cursor);
});

test("403: a token needs the scope audit:read, and an owner key reads nothing", async () => {
  const { producer, ctx } = await newReader();
  const { producerId } = producer;
  const tokenWith = async (scopes: ("audit:read" | "items:read")[]) =>
    (await createToken(ctx, { producerId, kind: "token", name: "T", scopes })).secret;
  expect(problem(await get("/auditLog", { token: await tokenWith(["items:read"]) })).code).toBe(
    "scope-missing",
  );
  expect((await get("/auditLog", { token: await tokenWith(["audit:read"]) })).status).toBe(200);
  expect(problem(await get("/auditLog", { ownerKey: producer.ownerKey })).code).toBe(
    "credential-not-accepted",
  );
  expect(problem(await get("/auditLog")).code).toBe("credential-missing");
});

test.each([
  "",
  "0",
  "-1",
  "f0e1d2c3b4a59687",
  "f0e1d2c3b4a59687.0.1.1",
  "f0e1d2c3b4a59687.0.1.1.1.1",
  "f0e1d2c3b4a59687.2.1.1.1",
  "f0e1d2c3b4a59687.0.-1.1.1",
  "f0e1d2c3b4a59687.0.9999999999999999.1.1",
  "f0e1d2c3b4a59687.0.1.1.99999999999999999999",
  "f0e1d2c3b4a59687.0.1.1.1; drop table audit_events",
  "F0E1D2C3B4A59687.0.1.1.1",
  "\u0000",
  "x".repeat(5_000),
])("400: the cursor %j is refused", async (after) => {
  const { token } = await newProducer();
  const refused = problem(await get(`/auditLog?${new URLSearchParams({ after })}`, { token }));
  expect(refused).toMatchObject({
    status: 400,
    code: "invalid-input",
    errors: [{ pointer: "/query/after" }],
  });
});

test.each(["0", "-1", "1.5", "many"])("400: the limit %s is refused", async (limit) => {
  const { token } = await newProducer();
  const refused = problem(await get(`/auditLog?limit=${limit}`, { token }));
  expect(refused).toMatchObject({ code: "invalid-input", errors: [{ pointer: "/query/limit" }] });
});

const HOUR = 3_600_000;

/** Inserts an audit event as another database wrote it. */
const insertRow = ({ producerId }: NewProducer, name: string, { at = new Date(), xid = sql`default` } = {}) =>
  db().execute(sql`
    insert into audit_events (producer_id, at, actor_type, actor_id, actor_name, action, target_kind, target_id, target_name,
      changes, request_id, xid)
    values (${producerId}, ${at.toISOString()}, 'system', 'x', 'x', 'producerRenamed', 'producer', 'x', ${name}, '[]', 'x', ${xid})`);

/** The cursor as another database gave it: the second half of its first part names the database. */
const inAnother = (cursor: string) => `${cursor.slice(0, 8)}01234567${cursor.slice(16)}`;

test("200: after a restore a reader gets all events since it had last read everything, some of them again, and goes on", async () => {
  const { producer, ctx } = await newReader();
  await insertRow(producer, "long ago", { at: new Date(Date.now() - 48 * HOUR), xid: sql`0` });
  await insertRow(producer, "lately", { at: new Date(Date.now() - HOUR / 2) });
  const { cursor } = await until(async () => {
    const all = await readAll(producer);
    expect(all.names.toSorted()).toEqual([...CREATED, "lately", "long ago"].toSorted());
    return all;
  });
  await renameProducer(ctx, "new");
  const seen = await until(async () => {
    const all = await readAll(producer, inAnother(cursor));
    expect(all.names).toContain("new");
    return all;
  });
  expect(seen.names).toContain("lately");
  expect(seen.names).not.toContain("long ago");
  await readOnce(producer, [], seen.cursor);
});

test("200: after a restore, an event whose transaction ends late is not lost either", async () => {
  const { producer, cursor, ctx } = await newReader();
  await db().transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`delete from audit_events where producer_id = ${producer.producerId}`);
  });
  const end = await recordSlowly(producer, "late");
  await renameProducer(ctx, "early");
  const first = await read(producer, inAnother(cursor));
  expect(first.names).toEqual([]);
  await end();
  await readOnce(producer, ["late", "early"], first.cursor);
});

test("200: a cursor whose row is gone is one of another database, even under the same name", async () => {
  const { producer, cursor, ctx } = await newReader();
  await renameProducer(ctx, "unread");
  const end = await readOnce(producer, ["unread"], cursor);
  const [lineage, part, xid, id, readAllAt] = end.cursor.split(".");
  const gone = [lineage, part, xid, Number(id) + 1_000_000, readAllAt].join(".");
  expect((await readAll(producer, gone)).names).toContain("unread");
});

test("200: a cursor whose transaction this database has not reached is one of another, even under the same name", async () => {
  const { producer, cursor, ctx } = await newReader();
  const [lineage, , , , readAllAt] = cursor.split(".");
  await renameProducer(ctx, "new");
  await until(async () => {
    const { names } = await readAll(producer, [lineage, 0, 900_000_000_000_000, 1, readAllAt].join("."));
    expect(names).toContain("new");
  });
});

test("200: a reader that had never read everything begins again after a restore", async () => {
  const { producer, cursor } = await newReader();
  await insertRow(producer, "long ago", { at: new Date(Date.now() - 48 * HOUR) });
  const [lineage, part, xid, id] = cursor.split(".");
  const behind = [lineage, part, xid, id, 0].join(".");
  await until(async () => {
    const { names } = await readAll(producer, inAnother(behind));
    expect(names.toSorted()).toEqual([...CREATED, "long ago"].toSorted());
  });
});

test("200: events that were loaded from another database, with numbers that this one has not reached, are read too, and hide no later ones", async () => {
  const { producer, cursor, ctx } = await newReader();
  for (const name of ["foreign 1", "foreign 2", "foreign 3"])
    await insertRow(producer, name, { xid: sql`900000000000000` });
  await insertRow(producer, "from before", { xid: sql`0` });
  for (const limit of [1, 2, 1000])
    await until(async () => {
      const { names } = await readAll(producer, undefined, limit);
      expect(names.slice(0, 4)).toEqual(["foreign 1", "foreign 2", "foreign 3", "from before"]);
      expect(names.slice(4).toSorted()).toEqual(CREATED);
    });
  const { cursor: end } = await readAll(producer);
  const again = await readAll(producer, inAnother(end));
  expect(again.names).toEqual(expect.arrayContaining(["foreign 1", "foreign 2", "foreign 3", "from before"]));
  await renameProducer(ctx, "new");
  await readOnce(producer, ["new"], end);
  // The reader from before the load missed nothing that this database wrote.
  await readOnce(producer, ["new"], cursor);
});

test("200: a page holds at most 1000 events and some 4 MiB", async () => {
  const { producer, cursor } = await newReader();
  const { producerId } = producer;
  const fill = (rows: number, bytes: number) =>
    db().execute(sql`
      insert into audit_events (producer_id, at, actor_type, actor_id, actor_name, action, target_kind, target_id, changes, request_id)
      select ${producerId}, now(), 'system', 'x', 'x', 'producerRenamed', 'producer', 'x',
        jsonb_build_array(jsonb_build_object('path', '/' || (select string_agg(md5(random()::text), '') from generate_series(1, ${bytes / 32}::int), (values (row.n)) of(n)))), 'x'
      from generate_series(1, ${rows}::int) row(n)`);
  await fill(8, 900_000);
  const sizes: number[] = [];
  await until(async () => expect((await read(producer, cursor)).ids.length).toBeGreaterThan(0));
  let after = cursor;
  for (let page = await read(producer, after); page.ids.length > 0; page = await read(producer, after)) {
    sizes.push(page.ids.length);
    after = page.cursor;
  }
  expect(sizes).toEqual([4, 4]);
  await fill(1_001, 32);
  await until(async () => expect((await read(producer, after, 5_000)).ids).toHaveLength(1_000));
});
