import {
  controlRestoring,
  controlRestoringBucket,
  controlRestoringOwn,
  restoring,
  restoringBucket,
  restoringOwn,
} from "./backup";
import { controlMovedCells, movedCells } from "./cells";
import { cluster, clusterControlFails, controlCluster } from "./cluster";
import { controlEventLoop, eventLoop } from "./event-loop";
import type { Home } from "./home";
import { controlHostileNeighbour, hostileNeighbour } from "./hostile-neighbour";
import { controlHotItem, hotItem } from "./hot-item";
import { controlImportFile, importFile } from "./imports";
import { controlLimits, limits } from "./limits";
import { controlPooler, pooler } from "./pooler";
import { controlR1, r1 } from "./r1";
import { controlR2, r2 } from "./r2";
import { controlR3, r3 } from "./r3";
import { controlR4, r4 } from "./r4";
import { controlR6, r6 } from "./r6";
import type { Report, Scale } from "./report";
import { controlRollups, rollups } from "./rollups";
import { controlSharedLimits, sharedLimits } from "./shared-limits";
import { controlTwoInstances, twoInstances } from "./two-instances";
import { controlUpgrade, upgrade } from "./upgrade";
import { controlWholeResults, wholeResults } from "./whole-results";
import { controlWorkers, workers } from "./workers";

/** Options of the command that some proofs have. */
export interface Options {
  /** One fault of several, by name. */
  fault?: string | undefined;
  /** The commit of the last release. */
  previous?: string | undefined;
}

/** A promise of the service, with the command that proves it. */
export interface Proof {
  what: string;
  prove(home: Home, scale: Scale, options?: Options): Promise<Report>;
  /** Runs only on request and with every journey: it takes minutes, or its times depend on how busy the machine is. */
  onRequest?: true;
  /** What is not of this repository, such as Debian packages. `npm test` runs no proof that needs something. */
  needs?: string;
  /** The same checks without the defence. */
  control(home: Home, options?: Options): Promise<Report>;
  /** The checks that must fail in the control, by their text or a part of it. */
  controlFails: string[];
}

const BY_NAME: Record<string, Proof> = {
  R1: {
    what: "acknowledged scans survive kill -9 of the service and of its database",
    prove: r1,
    control: controlR1,
    controlFails: ["lost acknowledged scans"],
  },
  R2: {
    what: "while the database is away, calls neither hang nor lie, and the service recovers by itself",
    prove: r2,
    control: controlR2,
    controlFails: ["unreachable: slowest response"],
  },
  R3: {
    what: "every event reaches every webhook, whatever fails meanwhile",
    prove: r3,
    control: controlR3,
    controlFails: ["sent webhook-ids without an event"],
  },
  R4: {
    what: "hanging receivers delay no other receivers",
    prove: r4,
    control: controlR4,
    controlFails: ["first attempt to a healthy receiver, p99"],
  },
  R6: {
    what: "a stop under load breaks no accepted call",
    prove: r6,
    control: controlR6,
    controlFails: ["broken calls on kept-alive connections"],
  },
  "hostile-neighbour": {
    what: "one producer at its worst delays no other caller",
    prove: hostileNeighbour,
    onRequest: true,
    control: controlHostileNeighbour,
    controlFails: [": p90"],
  },
  "event-loop": {
    what: "no request blocks the event loop for more than 50 ms",
    prove: (home, scale) => eventLoop(home, scale),
    onRequest: true,
    control: controlEventLoop,
    controlFails: ["event loop blocked by a naive parser"],
  },
  limits: {
    what: "a network counts as one client, guessing finds no identifiers, slow uploads block no others",
    prove: limits,
    onRequest: true,
    control: controlLimits,
    controlFails: ["scans accepted from 1000 addresses of one /64", "unknown identifiers answered"],
  },
  "two-instances": {
    what: "two instances on one database send every event once, and take over from each other",
    prove: twoInstances,
    control: controlTwoInstances,
    controlFails: ["deliveries sent twice while both instances ran"],
  },
  "hot-item": {
    what: "an item that is scanned very often delays no assessment of others, and the database rests afterwards",
    prove: hotItem,
    onRequest: true,
    control: controlHotItem,
    controlFails: ["until an impossible journey", "database busy"],
  },
  rollups: {
    what: "counts of scans are exact, whichever process records and whenever it is killed",
    prove: rollups,
    control: controlRollups,
    controlFails: ["wrong counts in "],
  },
  import: {
    what: "an import creates each row once, also when the service is killed, and corrected rows follow",
    prove: importFile,
    onRequest: true,
    control: controlImportFile,
    controlFails: ["rows that the import reports as created"],
  },
  backup: {
    what: "after the loss of database and files, a backup restores them, exactly to a point in time",
    prove: restoring,
    onRequest: true,
    control: controlRestoring,
    controlFails: ["acknowledged scans and files before it that are missing"],
  },
  "backup-own": {
    what: "a database of one's own is backed up through its server, and restored exactly to a point in time",
    prove: restoringOwn,
    onRequest: true,
    control: controlRestoringOwn,
    controlFails: ["acknowledged scans and files before it that are missing"],
  },
  "backup-bucket": {
    what: "backups in a bucket restore database and files, exactly to a point in time",
    prove: restoringBucket,
    onRequest: true,
    control: controlRestoringBucket,
    controlFails: ["acknowledged scans and files before it that are missing"],
  },
  pooler: {
    what: "behind a pooler in transaction mode, every acknowledged scan and item is kept",
    prove: pooler,
    needs: "pgbouncer",
    control: controlPooler,
    controlFails: ["refused calls while nothing is killed"],
  },
  workers: {
    what: "the death of a worker loses nothing and stops no other, and limits are exact over all workers",
    prove: workers,
    control: controlWorkers,
    controlFails: ["at once from one address"],
  },
  "shared-limits": {
    what: "with Redis, limits are exact over instances, and a Redis that is away delays and refuses nothing",
    prove: sharedLimits,
    needs: "redis-server",
    control: controlSharedLimits,
    controlFails: ["200 at once from one address, over two instances", "unknown identifiers answered"],
  },
  cluster: {
    what: "faults of machines and networks lose nothing that was acknowledged, and end by themselves",
    prove: (home, _, options) => cluster(home, options?.fault),
    needs: "buildah, debootstrap, iproute2, nftables",
    control: (home, options) => controlCluster(home, options?.fault),
    controlFails: clusterControlFails,
  },
  upgrade: {
    what: "the last release goes on without an error while this build migrates its database, and beside it",
    prove: (home, scale, options) => upgrade(home, scale, options?.previous),
    needs: "git, packages of the last release",
    control: (home, options) => controlUpgrade(home, options?.previous),
    controlFails: ["calls that failed"],
  },
  cells: {
    what: "a producer moves to another cell while it is scanned: nothing is lost or doubled, calls wait two seconds at most",
    prove: movedCells,
    onRequest: true,
    control: controlMovedCells,
    controlFails: ["lost acknowledged scans"],
  },
  "whole-results": {
    what: "statements that fail between rows never turn a valid token into 403 or an existing item into 404",
    prove: wholeResults,
    control: controlWholeResults,
    controlFails: ["existing resources answered 404"],
  },
};

export const proofs: ReadonlyMap<string, Proof> = new Map(Object.entries(BY_NAME));
