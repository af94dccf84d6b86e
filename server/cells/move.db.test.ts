import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql as raw } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { belongs, MOVED } from "@/db/producer-tables";
import { backUpTo, copiesIn } from "@/server/platform/backup-place";
import { blobs } from "@/server/platform/blobs";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { newHook, newItem, newProducer, newScan } from "@/server/testing/factories";
import { newMember, newPerson } from "@/server/testing/people";
import { openSecondCell, type SecondCell } from "@/server/testing/second-cell";
import { newWholeProducer, type WholeProducer } from "@/server/testing/whole-producer";
import { cancelMove, listMoves, type Moved, moveProducer } from "./move";

// Holds decision 0067.

/** A call to the other cell that fails, before that cell has received it, or once it has answered. */
interface Fault {
  path: string;
  when: "before" | "after";
  /** How many calls to the path succeed before. */
  skip: number;
  onFail: () => void;
}

const faults = vi.hoisted(() => ({ next: undefined as Fault | undefined }));

vi.mock("@/server/platform/blobs", async (original) => {
  const actual = await original<typeof import("@/server/platform/blobs")>();
  const { inSecond } = await import("@/server/testing/cell-home");
  return { ...actual, blobs: () => inSecond.getStore()?.blobs ?? actual.blobs() };
});

vi.mock("@/server/platform/cells", async (original) => {
  const actual = await original<typeof import("@/server/platform/cells")>();
  const askCell: typeof actual.askCell = async (cell, target, ...rest) => {
    const fault = faults.next;
    const isFailing = fault && target.startsWith(fault.path) && fault.skip-- <= 0;
    if (isFailing && fault.when === "before") {
      fault.onFail();
      throw new Error("lost");
    }
    const answer = await actual.askCell(cell, target, ...rest);
    if (!isFailing) return answer;
    fault.onFail();
    throw new Error("lost");
  };
  return { ...actual, askCell };
});

let second: SecondCell;
const first = () => runtime().database.db.$client;

beforeAll(async () => {
  second = await openSecondCell(blobs());
});
afterAll(() => second.close());
beforeEach(() => {
  faults.next = undefined;
});
afterEach(async () => {
  expect(await listMoves()).toEqual([]);
  for (const cell of [first(), second.sql]) {
    const [left] = await cell`select (select count(*)::int from cell_changes) as changes,
      (select count(*)::int from cell_moves) as moves,
      (select count(*)::int from pg_trigger where tgname like 'cell_fence%' and tgenabled <> 'D') as fences`;
    expect(left).toEqual({ changes: 0, moves: 0, fences: 0 });
  }
});

/** The number and a hash of a producer's rows in each table that moves, without when a token was last used, which is written later, and what each database fills by itself. */
async function rowsOf(cell: SecondCell["sql"], producerId: string): Promise<Record<string, string>> {
  const told: Record<string, string> = {};
  for (const table of MOVED) {
    const [row] = await cell.unsafe<{ rows: string }[]>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended((to_jsonb(r) - '{${["last_used_at", ...(table.local ?? [])]}}'::text[])::text, 0)), 0) as rows
       from ${table.name} r where ${belongs(table)}`,
      [producerId],
    );
    told[table.name] = row?.rows ?? "";
  }
  return told;
}

const NOTHING = Object.fromEntries(MOVED.map(({ name }) => [name, "0 0"]));

const move = (producerId: string, options: { signal?: AbortSignal } = {}): Promise<Moved> =>
  moveProducer({ producerId, to: 1, tell: () => {}, ...options });

/** Moves a producer until a call to the other cell fails, as a process does that is killed then. */
async function moveUntil(producerId: string, fault: Omit<Fault, "onFail">): Promise<void> {
  const ending = new AbortController();
  faults.next = { ...fault, onFail: () => ending.abort(new Error("killed")) };
  await expect(move(producerId, { signal: ending.signal })).rejects.toThrow();
  expect(ending.signal.aborted).toBe(true);
  faults.next = undefined;
}

async function expectMoved(
  { producerId, fileId }: WholeProducer,
  rows: Record<string, string>,
): Promise<void> {
  // Whether a producer is full follows from its scans, once they are counted.
  await second.sql`select count_scans(array[${producerId}]::uuid[], 1000)`;
  expect(await rowsOf(second.sql, producerId)).toEqual(rows);
  expect(await rowsOf(first(), producerId)).toEqual(NOTHING);
  expect((await second.blobs.read(fileId))?.toString()).toBe(`bytes of ${producerId}`);
}

/** Changes that a producer makes while its move is interrupted. */
async function change({ producerId, identifier }: WholeProducer): Promise<void> {
  await newScan(identifier);
  const { db } = runtime().database;
  await db.execute(raw`delete from label_layouts where producer_id = ${producerId}`);
  await db.execute(raw`update items set title = 'Another title' where identifier = ${identifier}`);
  await db.execute(raw`delete from jobs where producer_id = ${producerId}`);
}

test("a producer's rows of every table, its files and its hooks are the same in the new cell, and gone in the old one", async () => {
  const staying = await newWholeProducer();
  const producer = await newWholeProducer();
  const before = await rowsOf(first(), producer.producerId);
  const ofStaying = await rowsOf(first(), staying.producerId);
  // A table that is empty here is not tested.
  expect(Object.entries(before).filter(([, rows]) => rows === "0 0")).toEqual([]);
  const { heldMs } = await move(producer.producerId);
  expect(heldMs).toBeGreaterThan(0);
  await expectMoved(producer, before);
  expect(await rowsOf(first(), staying.producerId)).toEqual(ofStaying);
  // Roll-ups follow from the rows.
  const [counted] = await second.sql`
    select sum(original + fake + unknown + error)::int as scans from rollup_hours
    where producer_id = ${producer.producerId} and facet = 'country'`;
  expect(counted).toEqual({ scans: 3 });
});

test("a file that arrives is copied to the backups of its new cell, whatever its age", async () => {
  const { producerId, fileId } = await newWholeProducer();
  const folder = await mkdtemp(path.join(tmpdir(), "assay-test-"));
  onTestFinished(async () => {
    globalThis.assayBackups = undefined;
    await rm(folder, { recursive: true, force: true });
  });
  backUpTo(folder, { url: "" });
  await move(producerId);
  const copy = async () => (await copiesIn(folder).files.read(fileId))?.toString();
  await expect.poll(copy).toBe(`bytes of ${producerId}`);
});

test("audit events are numbered anew in the new cell, so that no cursor from before an earlier move passes over them", async () => {
  const { producerId } = await newWholeProducer();
  const [before] = await first()<{ newest: string }[]>`
    select max(xid) as newest from audit_events where producer_id = ${producerId}`;
  await move(producerId);
  const [after] = await second.sql<{ oldest: string }[]>`
    select min(xid) as oldest from audit_events where producer_id = ${producerId}`;
  expect(Number(after?.oldest)).toBeGreaterThan(Number(before?.newest));
});

const INTERRUPTIONS: [name: string, fault: Omit<Fault, "onFail">][] = [
  ["before the arrival", { path: "/api/cells/arrive", when: "before", skip: 0 }],
  ["after the arrival", { path: "/api/cells/arrive", when: "after", skip: 0 }],
  ["before rows arrive", { path: "/api/cells/rows", when: "before", skip: 12 }],
  ["after rows have arrived", { path: "/api/cells/rows", when: "after", skip: 12 }],
  ["with the last rows", { path: "/api/cells/rows", when: "after", skip: MOVED.length - 1 }],
];
const AFTERWARDS: typeof INTERRUPTIONS = [
  ["before the other cell accepts", { path: "/api/cells/accept", when: "before", skip: 0 }],
  ["after the other cell has accepted", { path: "/api/cells/accept", when: "after", skip: 0 }],
  ["before the other cell has settled", { path: "/api/cells/settle", when: "before", skip: 0 }],
];

test.for(INTERRUPTIONS)(
  "a move that is interrupted %s is continued, with what changed since",
  async ([, fault]) => {
    const producer = await newWholeProducer();
    await moveUntil(producer.producerId, fault);
    await change(producer);
    const before = await rowsOf(first(), producer.producerId);
    await move(producer.producerId);
    await expectMoved(producer, before);
  },
);

test.for(INTERRUPTIONS.filter(([, { when }]) => when === "after"))(
  "a move that is interrupted %s can be cancelled",
  async ([, fault]) => {
    const producer = await newWholeProducer();
    await moveUntil(producer.producerId, fault);
    await change(producer);
    const before = await rowsOf(first(), producer.producerId);
    // A move that could not begin has ended by itself.
    if ((await listMoves()).length > 0) await cancelMove(producer.producerId);
    expect(await rowsOf(first(), producer.producerId)).toEqual(before);
    expect(await rowsOf(second.sql, producer.producerId)).toEqual(NOTHING);
    await newScan(producer.identifier);
  },
);

test.for(AFTERWARDS)(
  "a move that is interrupted %s is continued, and cannot be cancelled",
  async ([, fault]) => {
    const producer = await newWholeProducer();
    const before = await rowsOf(first(), producer.producerId);
    await moveUntil(producer.producerId, fault);
    await expect(cancelMove(producer.producerId)).rejects.toThrow("not on its way");
    await move(producer.producerId);
    await expectMoved(producer, before);
  },
);

test("a cancellation that is interrupted is repeated, or the producer moves after all", async () => {
  const producer = await newWholeProducer();
  await moveUntil(producer.producerId, { path: "/api/cells/rows", when: "after", skip: 20 });
  for (const when of ["before", "after"] as const) {
    faults.next = { path: "/api/cells/drop", when, skip: 0, onFail: () => {} };
    await expect(cancelMove(producer.producerId)).rejects.toThrow("lost");
    faults.next = undefined;
    await change(producer);
  }
  const before = await rowsOf(first(), producer.producerId);
  await move(producer.producerId);
  await expectMoved(producer, before);
});

test("deliveries under way end in the old cell; a move that waits for them can be interrupted and cancelled", async () => {
  const producer = await newWholeProducer();
  const { producerId, hookId } = producer;
  const lease = (until: string) =>
    first().unsafe(
      `update delivery_queue set lease = hook_id, leased_until = ${until} where hook_id = '${hookId}'`,
    );
  await lease("now() + interval '1 hour'");
  const waiting = new AbortController();
  const interrupted = move(producerId, { signal: waiting.signal });
  await expect.poll(listMoves, { timeout: 30_000 }).toMatchObject([{ state: "holding" }]);
  // Another process may neither move nor cancel meanwhile.
  await expect(move(producerId)).rejects.toThrow("Another process");
  await expect(cancelMove(producerId)).rejects.toThrow("Another process");
  waiting.abort(new Error("interrupted"));
  await expect(interrupted).rejects.toThrow("interrupted");
  expect(await listMoves()).toMatchObject([{ state: "copying" }]);
  // A process that is killed leaves this state.
  await first()`update cell_moves set state = 'holding'`;
  await cancelMove(producerId);
  expect(await rowsOf(second.sql, producerId)).toEqual(NOTHING);

  const moving = move(producerId);
  await expect.poll(listMoves, { timeout: 30_000 }).toMatchObject([{ state: "holding" }]);
  await lease("now()");
  const before = await rowsOf(first(), producerId);
  await moving;
  await expectMoved(producer, before);
});

test("rows of an earlier process that arrive late change nothing", async () => {
  const producer = await newWholeProducer();
  const { producerId } = producer;
  await moveUntil(producerId, { path: "/api/cells/rows", when: "after", skip: 2 });
  const [{ arrival } = { arrival: "" }] = await second.sql<
    { arrival: string }[]
  >`select arrival from cell_moves`;
  await moveUntil(producerId, { path: "/api/cells/rows", when: "before", skip: 0 });
  const { askCell } = await import("@/server/platform/cells");
  const query = new URLSearchParams({ producer: producerId, arrival, table: "producers" });
  const body = `{"rows":[],"gone":[{"id":"${producerId}"}],"people":[]}`;
  await expect(askCell(1, `/api/cells/rows?${query}`, body, 5_000)).rejects.toThrow("does not arrive");
  await cancelMove(producerId);
});

test("409: a cell of another build refuses the producer, which stays as it was", async () => {
  const producer = await newWholeProducer();
  const before = await rowsOf(first(), producer.producerId);
  await second.sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 0)`;
  await expect(move(producer.producerId)).rejects.toThrow("migrations");
  await second.sql`delete from drizzle.__drizzle_migrations where hash = 'later'`;
  expect(await rowsOf(first(), producer.producerId)).toEqual(before);
});

test("more rows than one batch are moved and deleted, and rows of others stay", async () => {
  const producer = await newProducer();
  const other = await newProducer();
  const addEvents = ({ producerId }: { producerId: string }) =>
    first()`insert into events (id, type, producer_id, snapshot, hooks, created_at)
      select overlay(new_id()::text placing lpad(to_hex((extract(epoch from now() + n % 3 * interval '7 days') * 1000)::bigint >> 16), 8, '0') from 1 for 8)::uuid, 'itemCreated',
        ${producerId}, '{}', '[]', now()
      from generate_series(1, 2500) as n`;
  await Promise.all([addEvents(producer), addEvents(other)]);
  await newHook(producer);
  const before = await rowsOf(first(), producer.producerId);
  const ofOther = await rowsOf(first(), other.producerId);
  await move(producer.producerId);
  expect(await rowsOf(second.sql, producer.producerId)).toEqual(before);
  expect(await rowsOf(first(), producer.producerId)).toEqual(NOTHING);
  expect(await rowsOf(first(), other.producerId)).toEqual(ofOther);
});

const NIGHTS = { from: "22:00", to: "07:00", timeZone: "Europe/Berlin", days: [1, 2, 3] };
const personThere = async (email: string) => {
  const [person] = await second.sql<
    {
      id: string;
      isAdmin: boolean;
      sessionVersion: number;
      passwordHash: string | null;
      isProven: boolean;
      quietHours: unknown;
    }[]
  >`select id, quiet_hours as "quietHours", is_admin as "isAdmin", session_version as "sessionVersion", password_hash as "passwordHash",
      email_proven_at is not null as "isProven" from people where email = ${email}`;
  return person;
};
const addThere = (email: string, isProven: boolean) => second.sql`
  insert into people (id, email, name, email_proven_at, password_hash)
  values (gen_random_uuid(), ${email}, 'Ben Example', case when ${isProven} then now() end, '$argon2id$there')`;

test("members move along: as no admins, without their sessions; who has an account keeps it", async () => {
  const producer = await newProducer();
  const admin = await newMember(producer, "owner", { isAdmin: true });
  const known = await newMember(producer, "editor");
  await addThere(known.email, true);
  await newItem(producer);
  const before = await personThere(known.email);
  await move(producer.producerId);
  expect(await personThere(admin.email)).toMatchObject({
    id: admin.id,
    isAdmin: false,
    sessionVersion: admin.sessionVersion + 1,
    passwordHash: admin.passwordHash,
  });
  expect(await personThere(known.email)).toEqual(before);
  const members = await second.sql`
    select person_id as id, role from memberships where producer_id = ${producer.producerId} order by role`;
  expect([...members]).toEqual([
    { id: before?.id, role: "editor" },
    { id: admin.id, role: "owner" },
  ]);
});

test("quiet hours of people move along, and notices of alerts name the same people and channels", async () => {
  const producer = await newProducer();
  const { producerId } = producer;
  const [member, known] = [await newMember(producer, "owner"), await newMember(producer, "editor")];
  await addThere(known.email, true);
  const ofKnown = (await personThere(known.email))?.id;
  await first()`update people set quiet_hours = ${JSON.stringify(NIGHTS)}::text::jsonb where id = ${member.id}`;
  const [ruleId, alertId, channelId] = [newId(), newId(), newId()];
  const sql = first();
  await sql`insert into alert_rules (id, producer_id, name, condition, cool_down_hours, evaluated_until, created_at, updated_at)
    values (${ruleId}, ${producerId}, 'R', '{"kind": "unknownIdentifiers", "windowHours": 1, "sightings": 1}', 1, now(), now(), now())`;
  await sql`insert into alerts (id, producer_id, rule_id, rule_name, condition, opened_at, evidence)
    select ${alertId}, producer_id, id, name, condition, now(), '{"figures": {"kind": "unknownIdentifiers", "sightings": 2}, "from": 0, "before": 1}' from alert_rules where id = ${ruleId}`;
  await sql`insert into alert_channels (id, producer_id, name, kind, url, host, locale, all_rules, created_at, updated_at)
    values (${channelId}, ${producerId}, 'C', 'slack', '\\x00', 'h', 'en', true, now(), now())`;
  await sql`insert into alert_mails (alert_id, person_id, channel_id, due_at)
    values (${alertId}, ${member.id}, null, now()), (${alertId}, ${known.id}, null, now()), (${alertId}, null, ${channelId}, now())`;
  await move(producerId);
  expect((await personThere(member.email))?.quietHours).toEqual(NIGHTS);
  const notices = await second.sql<{ of: string }[]>`
    select coalesce(person_id, channel_id) as of from alert_mails where alert_id = ${alertId}`;
  expect(notices.map(({ of }) => of).toSorted()).toEqual([member.id, ofKnown, channelId].toSorted());
});

test("an account without a proof of its e-mail passes to the person who proved it; 409 where neither did", async () => {
  const producer = await newProducer();
  const member = await newMember(producer, "owner");
  await addThere(member.email, false);
  await second.sql`update people set quiet_hours = ${JSON.stringify(NIGHTS)}::text::jsonb where email = ${member.email}`;
  const impostor = await personThere(member.email);
  await move(producer.producerId);
  expect(await personThere(member.email)).toMatchObject({
    id: impostor?.id,
    passwordHash: member.passwordHash,
    sessionVersion: 2,
    isProven: true,
    quietHours: null,
  });

  const disputed = await newProducer();
  const { email } = await newMember(disputed, "owner");
  await first()`update people set email_proven_at = null where email = ${email}`;
  await addThere(email, false);
  await expect(move(disputed.producerId)).rejects.toThrow("unproven-account");
  await cancelMove(disputed.producerId);
  await newPerson();
});

test("an account without a proof never passes to a disabled person, and its open password links end when it passes", async () => {
  const producer = await newProducer();
  const [member, left] = [await newMember(producer, "owner"), await newMember(producer, "editor")];
  for (const { email } of [member, left]) await addThere(email, false);
  const taken = await personThere(member.email);
  const kept = await personThere(left.email);
  await second.sql`insert into one_time_secrets (hash, purpose, person_id, data, expires_at)
    select sha256(id::text::bytea), 'password', id, '{}', now() + interval '1 hour' from people
    where email = any(${[member.email, left.email]}::text[])`;
  await first()`update people set disabled_at = now() where id = ${left.id}`;
  await move(producer.producerId);
  expect((await personThere(member.email))?.isProven).toBe(true);
  expect(await personThere(left.email)).toEqual(kept);
  const links =
    await second.sql`select person_id from one_time_secrets where person_id in (${taken?.id ?? ""}, ${kept?.id ?? ""})`;
  expect([...links]).toEqual([{ person_id: kept?.id }]);
});

test("a person who was disabled by the time that rows of theirs come again is disabled in the new cell, too", async () => {
  const producer = await newWholeProducer();
  const member = await newMember(producer, "owner");
  await moveUntil(producer.producerId, { path: "/api/cells/rows", when: "after", skip: MOVED.length - 1 });
  await first()`update memberships set role = 'editor' where person_id = ${member.id}`;
  await first()`update people set disabled_at = now() where id = ${member.id}`;
  await move(producer.producerId);
  const [there] = await second.sql`
    select disabled_at is not null as "isDisabled" from people where id = ${member.id}`;
  expect(there).toEqual({ isDisabled: true });
});

test("409: the public demo stays in its cell, whose visitors it has", async () => {
  const { producerId } = await newProducer();
  await first()`insert into public_demo
    (producer_id, genuine_code, suspicious_code, unknown_code, created_at, lease_until)
    values (${producerId}, 'A', 'B', 'C', now(), now())`;
  await expect(move(producerId)).rejects.toThrow("stays there");
  await first()`delete from public_demo`;
});
