import type { Fault } from "./fault";
import { freeze, killMachine, killPrimary, switchOver } from "./faults-of-databases";
import { storeAway } from "./faults-of-files";
import { blackHole, killInstance, restartInstances } from "./faults-of-instances";

export const faults: ReadonlyMap<string, Fault> = new Map<string, Fault>([
  ["kill-instance", killInstance],
  ["rolling-restart", restartInstances],
  ["kill-primary", killPrimary],
  ["kill-machine", killMachine],
  ["freeze", freeze],
  ["black-hole", blackHole],
  ["switchover", switchOver],
  ["s3-away", storeAway],
]);
