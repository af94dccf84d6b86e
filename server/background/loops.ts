import { DAY_MS } from "@/server/core/time";
import { deleteOldAlerts } from "@/server/domain/alerts/delete-old";
import { evaluatingRules } from "@/server/domain/alerts/evaluate-rules";
import { mailingAlerts, messagingChannels } from "@/server/domain/alerts/send-notices";
import { oldCalls } from "@/server/domain/api-calls/delete-old";
import { deleteOldAuditEvents } from "@/server/domain/audit-log/delete-old";
import { deleteOldCases } from "@/server/domain/cases/delete-old";
import { attributingCodes } from "@/server/domain/code-patterns/sweep";
import { orphans } from "@/server/domain/contents/sweep";
import { deleteOldEvidence } from "@/server/domain/evidence/delete-old";
import { oldKeys } from "@/server/domain/idempotency/forget-old";
import { deleteOldImports } from "@/server/domain/imports/delete";
import { deleteOldInspections } from "@/server/domain/inspections/delete-old";
import { deletedItems } from "@/server/domain/items/purge-deleted";
import { deleteOldJobs } from "@/server/domain/jobs/delete-old";
import { resealing } from "@/server/domain/keys/reseal";
import { learnKeyRoles } from "@/server/domain/keys/roles";
import { deleteOldPrints } from "@/server/domain/labels/delete-old";
import { deleteOldInvitations } from "@/server/domain/members/delete-old-invitations";
import { oldOwnershipRequests } from "@/server/domain/ownership/delete-old";
import { endedSessionsLoop } from "@/server/domain/people/ended-sessions";
import { oldSecrets } from "@/server/domain/people/one-time-secrets";
import { oldSessions } from "@/server/domain/people/sessions";
import { failedSignIns } from "@/server/domain/people/sign-in-attempts";
import { erasing } from "@/server/domain/privacy/erase";
import { retention } from "@/server/domain/privacy/retention";
import { stalePictures } from "@/server/domain/privacy/stale-pictures";
import { deleteOldReports } from "@/server/domain/reports/delete-old";
import { discardedSandboxes } from "@/server/domain/sandboxes/delete-discarded";
import { deleteOldSightings } from "@/server/domain/sightings/delete-old";
import { counting } from "@/server/domain/stats/count-scans";
import { countingBytes } from "@/server/domain/storage/count-bytes";
import { measuringStorage } from "@/server/domain/storage/measure";
import { deleteOldBackups } from "@/server/domain/system/delete-old-backups";
import { deleteOldTokens } from "@/server/domain/tokens/delete-old";
import type { Loop } from "@/server/loops/loop";
import { oldSetAside } from "@/server/loops/old-set-aside";
import { wholeLoop } from "@/server/loops/whole";
import { oldEvents } from "@/server/webhooks/deliveries/forget-old";
import { partitioning } from "@/server/webhooks/deliveries/partitions";
import { deleteOldHooks } from "@/server/webhooks/hooks/delete-old";
import { releasingHooks } from "@/server/webhooks/hooks/release-readable";
import { runningJobs } from "./run-jobs";

/** Makes the loop of one pass, so that each pass has its own state. */
export type LoopMaker = () => Loop<unknown>;

const always =
  <Piece>(loop: Loop<Piece>) =>
  () =>
    loop;

/** Runs in every process: reads the roles of the keys. Nothing in the process is a sign of a rotation. */
const learningKeys = { ...wholeLoop("learningKeys", 1_000, learnKeyRoles), idleIntervalMs: 10_000 };

/** Discarded imports are deleted soon; others after the days in docs/operations/retention.md. */
const oldImports = wholeLoop("oldImports", 60_000, deleteOldImports);

/** Deletions of rows after the days in docs/operations/retention.md. Each skips rows that cannot be deleted. */
export const DELETIONS = [
  wholeLoop("oldAuditEvents", DAY_MS, deleteOldAuditEvents),
  wholeLoop("oldAlerts", DAY_MS, deleteOldAlerts),
  wholeLoop("oldCases", DAY_MS, deleteOldCases),
  wholeLoop("oldInspections", DAY_MS, deleteOldInspections),
  wholeLoop("oldSightings", DAY_MS, deleteOldSightings),
  wholeLoop("oldReports", DAY_MS, deleteOldReports),
  wholeLoop("oldTokens", DAY_MS, deleteOldTokens),
  wholeLoop("oldInvitations", DAY_MS, deleteOldInvitations),
  wholeLoop("oldHooks", DAY_MS, deleteOldHooks),
  wholeLoop("oldBackups", DAY_MS, deleteOldBackups),
  wholeLoop("oldJobs", DAY_MS, deleteOldJobs),
  wholeLoop("oldPrints", DAY_MS, deleteOldPrints),
  wholeLoop("oldEvidence", DAY_MS, deleteOldEvidence),
];

const COUNTING_AND_ALERTS: readonly LoopMaker[] = [
  counting,
  always(countingBytes),
  () => evaluatingRules(),
  () => mailingAlerts(),
  () => messagingChannels(),
];

/** Loops that hosts without a long-running process run by a call, in this order. */
export const ASKED_FOR: readonly LoopMaker[] = [...COUNTING_AND_ALERTS, () => runningJobs()];

/** Loops of a process that leaves all other background work to another one of its instance. */
export const LOOPS_OF_EACH_PROCESS: readonly LoopMaker[] = [always(learningKeys), always(stalePictures)];

/** All loops of an instance. Assessing scans, delivering events and running jobs have threads of their own. */
export const LOOPS_OF_PROCESS: readonly LoopMaker[] = [
  ...COUNTING_AND_ALERTS,
  ...LOOPS_OF_EACH_PROCESS,
  () => resealing(),
  always(releasingHooks),
  erasing,
  retention,
  () => attributingCodes(),
  always(partitioning),
  always(oldEvents),
  always(oldCalls),
  always(oldKeys),
  always(failedSignIns),
  always(endedSessionsLoop),
  always(oldSecrets),
  always(oldOwnershipRequests),
  always(oldSessions),
  () => orphans(),
  always(measuringStorage),
  ...DELETIONS.map(always),
  always(oldImports),
  always(discardedSandboxes),
  always(deletedItems),
  always(oldSetAside),
];
