import { DAY_MS } from "@/server/core/time";
import type { LoopState } from "@/server/loops/read";
import type { BuildInfo } from "@/server/platform/build-info";
import type { Space } from "@/server/platform/free-space";

/** The state of the service. Sizes are in bytes. */
export interface SystemFacts {
  service: {
    version: string;
    build: BuildInfo;
    node: string;
    upSeconds: number;
    memoryBytes: number;
  };
  database: {
    version: string;
    bytes: number;
    migrations: { applied: number; ofBuild: number };
    connections: { open: number; most: number };
    durable: { fsync: string; fullPageWrites: string; synchronousCommit: string };
  };
  deliveries: {
    waiting: number;
    isMore: boolean;
    /** For how long the oldest delivery has been due that no process sends; null where there is none. */
    oldestDueSeconds: number | null;
    /** Webhooks whose deliveries are held, because no process can read their secrets. */
    unreadableHooks: number;
    /** In the last hour. */
    attempts: number;
    failures: number;
  };
  /** The background loops. */
  loops: LoopState[];
  /** Since the beginning of the previous hour. */
  scans: { sinceLastHour: number };
  disk: { data: Space | null; derivatives: Space | null };
  /** `verifiedAt`: when a backup of the service was last restored for a trial. */
  backup: { at: Date; place: string; isOwn: boolean; verifiedAt: Date | null } | null;
}

/** What needs attention; the page has a text for each that says what to do. */
export type Concern =
  | "migrations"
  | "durable"
  | "connections"
  | "deliveriesLate"
  | "deliveriesFail"
  | "loopsFail"
  | "loopsLate"
  | "setAside"
  | "deliveriesHeld"
  | "diskLow"
  | "noBackup"
  | "backupOld"
  | "backupNotTried";

const LATE_SECONDS = 300;
const OLD_BACKUP_DAYS = 7;
const TRIED_WITHIN_DAYS = 30;
const MAX_CONNECTIONS_SHARE = 0.8;
const MIN_FREE_SHARE = 0.1;
const MIN_FREE_BYTES = 2 * 1024 ** 3;
const MIN_ATTEMPTS = 20;
const MAX_FAILURES_SHARE = 0.5;

const isLow = (space: Space | null) =>
  space !== null && (space.free < MIN_FREE_BYTES || space.free < space.size * MIN_FREE_SHARE);

/** The concerns of each subject; empty for a healthy one. `now` in milliseconds. */
export function verdictsOf({ database, deliveries, loops, disk, backup }: SystemFacts, now: number) {
  const { migrations, connections, durable } = database;
  const isDurable =
    durable.fsync === "on" && durable.fullPageWrites === "on" && durable.synchronousCommit !== "off";
  const { attempts, failures, oldestDueSeconds, unreadableHooks } = deliveries;
  const concerns = (...found: [Concern, boolean][]) =>
    found.filter(([, is]) => is).map(([concern]) => concern);
  return {
    service: concerns(["migrations", migrations.applied < migrations.ofBuild]),
    database: concerns(
      ["durable", !isDurable],
      ["connections", connections.open > connections.most * MAX_CONNECTIONS_SHARE],
    ),
    deliveries: concerns(
      ["deliveriesLate", (oldestDueSeconds ?? 0) > LATE_SECONDS],
      ["deliveriesFail", attempts >= MIN_ATTEMPTS && failures > attempts * MAX_FAILURES_SHARE],
      ["deliveriesHeld", unreadableHooks > 0],
    ),
    loops: concerns(
      ["loopsFail", loops.some(({ failingSince }) => failingSince !== null)],
      ["loopsLate", loops.some(({ isLate }) => isLate)],
      ["setAside", loops.some(({ setAside }) => setAside > 0)],
    ),
    disk: concerns(["diskLow", isLow(disk.data) || isLow(disk.derivatives)]),
    backup: concerns(
      ["noBackup", backup === null],
      ["backupOld", backup !== null && now - backup.at.getTime() > OLD_BACKUP_DAYS * DAY_MS],
      [
        "backupNotTried",
        backup?.isOwn === true && now - (backup.verifiedAt?.getTime() ?? 0) > TRIED_WITHIN_DAYS * DAY_MS,
      ],
    ),
  };
}
