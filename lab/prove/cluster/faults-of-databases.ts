import { setTimeout as delay } from "node:timers/promises";
import { type Check, exactly } from "../report";
import { waitFor } from "../wait-for";
import { type Fault, GAP, LOST } from "./fault";
import type { Load } from "./load";
import type { World } from "./world";

const DATABASES = [1, 2, 3];
const POSTGRES = /^postgres:|\/bin\/postgres /;
/** Replication that lags for a moment before its server dies: an asynchronous one then loses what it had acknowledged. */
const LAG_MS = 100;
const RECOVERY_TIMEOUT_MS = 60_000;

/** Lets nothing of the primary's log reach the standbys from now on; returns the end of it. */
async function lag({ cluster }: World, primary: number): Promise<() => Promise<void>> {
  const { address } = cluster.machine(`db${primary}`);
  const standbys = DATABASES.filter((n) => n !== primary).map((n) => cluster.machine(`db${n}`));
  await Promise.all(standbys.map((standby) => standby.drop(`input ip saddr ${address} tcp sport 5432`)));
  await delay(LAG_MS);
  return async () => {
    await Promise.all(standbys.map((standby) => standby.letThrough()));
  };
}

/** Waits until a call that began after the given time is answered 200. */
const untilWritten = (load: Load, after: number) =>
  waitFor("scans are acknowledged again", RECOVERY_TIMEOUT_MS, () =>
    load.outcomes.some(({ scan, startedAt }) => scan && startedAt > after),
  );

const untilWhole = ({ cluster }: World) =>
  cluster.untilDatabases(
    "are whole again",
    RECOVERY_TIMEOUT_MS,
    async () => (await cluster.areDatabasesWhole(true)) || (await cluster.areDatabasesWhole(false)),
  );

/** Commits are acknowledged without a standby. */
async function withoutSynchronousReplication({ cluster }: World): Promise<() => Promise<void>> {
  await cluster.configure({ synchronous_mode: false, synchronous_mode_strict: false });
  await cluster.untilWhole(false);
  return async () => {
    await cluster.untilWhole(false);
    await cluster.configure({ synchronous_mode: "quorum", synchronous_mode_strict: true });
  };
}

export const killPrimary: Fault = {
  what: "kill -9 of all processes of the primary's Postgres",
  maxGapMs: 10_000,
  async happen(world, load) {
    const primary = await world.cluster.primary();
    const catchUp = await lag(world, primary);
    world.cluster.machine(`db${primary}`).signal("SIGKILL", POSTGRES);
    await untilWritten(load, Date.now()).finally(catchUp);
    return [];
  },
  weaken: withoutSynchronousReplication,
  controlFails: LOST,
};

export const killMachine: Fault = {
  what: "the machine of the primary, and of an etcd, loses its power",
  maxGapMs: 25_000,
  async happen(world, load) {
    const primary = await world.cluster.primary();
    const catchUp = await lag(world, primary);
    const machine = world.cluster.machine(`db${primary}`);
    await machine.cutPower();
    await untilWritten(load, Date.now()).finally(async () => {
      await catchUp();
      await machine.start();
      await world.cluster.startDatabase(primary);
    });
    return [];
  },
  weaken: withoutSynchronousReplication,
  controlFails: LOST,
};

/** Sessions of the service on servers that are no primary. */
async function sessionsOnStandbys({ cluster }: World): Promise<number> {
  const primary = await cluster.primary();
  const counts = DATABASES.filter((n) => n !== primary).map(async (n) => {
    const sql = cluster.sql(`postgres${n}`);
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity where application_name like 'assay%'`.finally(() =>
      sql.end({ timeout: 1 }),
    );
    return row?.count ?? -1;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

export const freeze: Fault = {
  what: "all processes of the primary's machine are frozen, and thawed when there is another primary",
  maxGapMs: 25_000,
  async happen(world, load): Promise<Check[]> {
    const primary = await world.cluster.primary();
    const catchUp = await lag(world, primary);
    const machine = world.cluster.machine(`db${primary}`);
    machine.signal("SIGSTOP");
    await untilWritten(load, Date.now()).finally(async () => {
      machine.signal("SIGCONT");
      await catchUp();
    });
    await untilWhole(world);
    return [exactly("sessions of the service on a standby", 0, await sessionsOnStandbys(world))];
  },
  weaken: withoutSynchronousReplication,
  controlFails: LOST,
};

export const switchOver: Fault = {
  what: "the primary is handed over, as before planned work",
  maxGapMs: 3_000,
  async happen(world, load): Promise<Check[]> {
    const primary = await world.cluster.primary();
    const startedAt = Date.now();
    await world.cluster.switchOver();
    await world.cluster.untilDatabases("have another primary", RECOVERY_TIMEOUT_MS, async () => {
      return (await world.cluster.primary().catch(() => primary)) !== primary;
    });
    await untilWritten(load, startedAt);
    await untilWhole(world);
    return [exactly("sessions of the service on a standby", 0, await sessionsOnStandbys(world))];
  },
  // A proxy that asks rarely learns late of the new primary.
  async weaken({ cluster }) {
    await cluster.startProxy((config) => config.replace(/(check port 8008) inter \S+/, "$1 inter 10s"));
    await cluster.untilWhole();
    return () => cluster.startProxy();
  },
  controlFails: GAP,
};
