import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { attempts } from "@/db/schema/attempts";
import { deliveries } from "@/db/schema/deliveries";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { hooks } from "@/db/schema/hooks";
import { setAside } from "@/db/schema/set-aside";
import { only } from "@/server/data/only";
import { runtime } from "@/server/runtime/runtime";
import { post } from "@/server/testing/api";
import {
  deliverNothingElse,
  makeDue,
  openDelivering,
  queueAllEvents,
  registerHook,
} from "@/server/testing/delivering";
import { ctxOf, newProducer } from "@/server/testing/factories";
import { newGate } from "@/server/testing/gate";
import { until } from "@/server/testing/until";
import { replayDelivery } from "./deliveries/replay";
import { RETRY_DELAYS_SECONDS } from "./schedule";

// Holds decision 0020.

const db = () => runtime().database.db;
const queue = () => db().select().from(deliveryQueue);

beforeEach(async () => {
  await deliverNothingElse();
  await db().delete(setAside);
});

/** Postpones retries until after the test. */
const headers = { "retry-after": "86400" };

/** Creates a webhook whose receiver gives the answer once it is released. */
async function newWorld(status = 200) {
  const gate = newGate();
  const delivering = await openDelivering(async () => {
    await gate.opened;
    return { status, headers };
  });
  // Runs before the deliverer closes, which waits for attempts in flight.
  onTestFinished(gate.open);
  const producer = await newProducer();
  const hook = await registerHook(producer, delivering.receiver.url);
  const attemptsOf = (hookId: string) =>
    db()
      .select({ id: attempts.id, status: attempts.status })
      .from(attempts)
      .where(
        inArray(
          attempts.deliveryId,
          db().select({ id: deliveries.id }).from(deliveries).where(eq(deliveries.hookId, hookId)),
        ),
      );
  const announce = () => post("/groups", {}, { token: producer.token });
  return { ...delivering, answer: gate.open, producer, hook, announce, attemptsOf };
}

/** An outage that blocks recording results, until it ends. */
interface Outage {
  begin(): Promise<() => Promise<unknown>>;
  /** At least as many attempts to record have met the outage. */
  met(): Promise<number>;
}

const count = async (query: SQL) => Number(only([...(await db().execute<{ count: string }>(query))]).count);

const FAILING: Outage = {
  async begin() {
    await db().execute(sql`create sequence writings`);
    await db().execute(sql`create function refuse() returns trigger language plpgsql as $$
      begin perform nextval('writings'); raise exception 'out of order'; end $$`);
    await db().execute(sql`create trigger refused before insert on attempts execute function refuse()`);
    return () => db().execute(sql`drop function refuse cascade; drop sequence writings`);
  },
  met: () => count(sql`select case when is_called then last_value else 0 end as count from writings`),
};

const HANGING: Outage = {
  async begin() {
    const [begun, ended] = [newGate(), newGate()];
    const held = db().transaction(async (tx) => {
      await tx.execute(sql`lock table attempts in access exclusive mode`);
      begun.open();
      await ended.opened;
    });
    await begun.opened;
    return () => {
      ended.open();
      return held;
    };
  },
  met: () => count(sql`select count(*) from pg_locks where not granted and relation = 'attempts'::regclass`),
};

test.each<[string, number, Outage]>([
  ["failed", 200, FAILING],
  ["failed", 500, FAILING],
  ["hung", 200, HANGING],
  ["hung", 500, HANGING],
])(
  "if recording %s until the lease ended, a result (%i) is still recorded, and nothing is sent again",
  async (_, status, outage) => {
    const { deliverer, receiver, announce, answer, attemptsOf, hook } = await newWorld(status);
    await announce();
    deliverer.start();
    await receiver.called(1);
    const { lease } = only(await queue());
    const end = await outage.begin();
    try {
      answer();
      await until(async () => expect(await outage.met()).toBeGreaterThan(0));
      await makeDue();
      await until(async () => expect(only(await queue()).lease).not.toBe(lease));
    } finally {
      await end();
    }
    const later = status === 200 ? [] : [[null, 1]];
    const queued = async () => (await queue()).map(({ lease, attemptsMade }) => [lease, attemptsMade]);
    await until(async () => expect(await queued()).toEqual(later));
    expect(await attemptsOf(hook.id)).toMatchObject([{ status }]);
    expect(receiver.calls).toHaveLength(1);
    const { executed } = only(await db().select().from(hooks).where(eq(hooks.id, hook.id)));
    expect(executed).toBe(status === 200 ? 1 : 0);
  },
);

/** Moves the process's clock forward until the test ends. */
function newClock() {
  const now = performance.now.bind(performance);
  let aheadMs = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + aheadMs);
  onTestFinished(() => clock.mockRestore());
  return {
    advance(ms: number) {
      aheadMs += ms;
    },
  };
}

/** Makes the database refuse the results of a webhook. Returns the number of refusals, and the function that ends this. */
async function refuseResultsOf(hookId: string, code: string) {
  await db().execute(
    sql.raw(`
      create sequence refusals;
      create function refuse_results() returns trigger language plpgsql as $$ begin
        if exists (select from deliveries where id = new.delivery_id and hook_id = '${hookId}') then
          perform nextval('refusals');
          raise 'poison' using errcode = '${code}';
        end if;
        return new;
      end $$;
      create trigger refused before insert on attempts for each row execute function refuse_results()`),
  );
  const end = () => db().execute(sql`drop function if exists refuse_results cascade`);
  onTestFinished(async () => {
    await end();
    await db().execute(sql`drop sequence refusals`);
  });
  const refusals = () => count(sql`select last_value as count from refusals`);
  return { refusals, end };
}

const UNWRITABLE_MS = 31_000;

test.each(["P0001", "57014", "23514"])(
  "results that cannot be recorded (%s) do not block others, are set aside with the reason, and sent again with growing delays",
  async (code) => {
    const clock = newClock();
    const { deliverer, receiver, producer, announce, answer, attemptsOf, hook } = await newWorld();
    const other = await registerHook(producer, receiver.url);
    const { refusals, end } = await refuseResultsOf(hook.id, code);
    await announce();
    await announce();
    deliverer.start();
    await receiver.called(4);
    answer();
    await until(async () => expect(await attemptsOf(other.id)).toHaveLength(2));
    const aside = () => db().select().from(setAside).orderBy(setAside.key);
    expect(await aside()).toEqual([]);

    const delays = async () =>
      (await aside()).map(({ attempts, retryAt, lastFailedAt }) => [
        attempts,
        retryAt.getTime() - lastFailedAt.getTime(),
      ]);
    const isAside = async (attempts: number, delayMs: number) => {
      const [poison, second] = [await aside(), Array(2).fill([attempts, delayMs])];
      expect(await delays()).toEqual(second);
      expect(poison.map(({ loop, reason }) => [loop, reason])).toEqual(
        Array(2).fill(["delivering", "poison"]),
      );
      const waiting = await db().select().from(deliveryQueue).orderBy(sql`delivery_id::text`);
      expect(waiting.map(({ deliveryId, dueAt, lease }) => [deliveryId, dueAt, lease])).toEqual(
        poison.map(({ key, retryAt }) => [key, retryAt, null]),
      );
    };
    clock.advance(UNWRITABLE_MS);
    await until(() => isAside(1, 60_000));
    expect(receiver.calls).toHaveLength(4);

    const retry = () =>
      db().transaction(async (tx) => {
        await tx.update(setAside).set({ retryAt: new Date(0) });
        await tx.update(deliveryQueue).set({ dueAt: new Date(0) });
      });
    clock.advance(UNWRITABLE_MS);
    await retry();
    const before = await refusals();
    await receiver.called(6);
    await until(async () => expect(await refusals()).toBeGreaterThan(before + 2));
    clock.advance(UNWRITABLE_MS);
    await until(() => isAside(2, 300_000));

    await end();
    clock.advance(UNWRITABLE_MS);
    await retry();
    await until(async () => expect(await queue()).toEqual([]));
    expect(await aside()).toEqual([]);
    expect(await attemptsOf(hook.id)).toHaveLength(2);
    expect(receiver.calls).toHaveLength(8);
  },
  40_000,
);

test("results are recorded even if connections break while an attempt is in flight", async () => {
  const { deliverer, receiver, announce, answer, attemptsOf, hook } = await newWorld();
  await announce();
  deliverer.start();
  await receiver.called(1);
  await db().execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'assay-deliveries' and datname = current_database()`);
  answer();
  await until(async () => expect(await queue()).toEqual([]));
  expect(await attemptsOf(hook.id)).toMatchObject([{ status: 200 }]);
  expect(receiver.calls).toHaveLength(1);
});

test("a locked webhook does not block other results, and its own are recorded after the lock", async () => {
  const { deliverer, receiver, producer, announce, answer, attemptsOf, hook } = await newWorld();
  const other = await registerHook(producer, receiver.url);
  answer();
  const [held, released] = [newGate(), newGate()];
  await announce();
  const holding = db().transaction(async (tx) => {
    await tx.select().from(hooks).where(eq(hooks.id, hook.id)).for("no key update");
    held.open();
    await released.opened;
  });
  onTestFinished(released.open);
  await held.opened;
  deliverer.start();
  await receiver.called(2);
  await announce();
  await until(async () => expect(await attemptsOf(other.id)).toHaveLength(2));
  expect(await attemptsOf(hook.id)).toEqual([]);
  released.open();
  await holding;
  await until(async () => expect(await queue()).toEqual([]));
  expect(await attemptsOf(hook.id)).toHaveLength(2);
  expect(receiver.calls).toHaveLength(4);
});

test("a replay during the last attempt restarts the delivery as a new one if that attempt fails", async () => {
  const { deliverer, receiver, producer, announce, answer, attemptsOf, hook } = await newWorld(500);
  await announce();
  await queueAllEvents();
  await db().update(deliveryQueue).set({ attemptsMade: RETRY_DELAYS_SECONDS.length });
  deliverer.start();
  await receiver.called(1);
  await replayDelivery(ctxOf(producer), hook.id, only(await queue()).deliveryId);
  answer();
  await receiver.called(2);
  await until(async () => expect(await queue()).toMatchObject([{ lease: null, attemptsMade: 2 }]));
  expect(await attemptsOf(hook.id)).toHaveLength(2);
  const sent = receiver.calls.map(({ body, headers }) => `${headers["webhook-id"]} ${body}`);
  expect(new Set(sent).size).toBe(1);
});
