import { judgingRules } from "@/server/domain/alerts/judge-rules";
import { mailingAlerts } from "@/server/domain/alerts/send-mails";
import { orphans } from "@/server/domain/contents/sweep";
import { oldEvents } from "@/server/domain/deliveries/forget-old";
import { oldKeys } from "@/server/domain/idempotency/forget-old";
import type { Loop } from "@/server/domain/loops/loop";
import { oldSetAside } from "@/server/domain/loops/old-set-aside";
import { endedSessionsLoop } from "@/server/domain/people/end-session";
import { failedSignIns } from "@/server/domain/people/tries";
import { erasing } from "@/server/domain/privacy/erase";
import { retention } from "@/server/domain/privacy/retention";
import { stalePictures } from "@/server/domain/privacy/stale-pictures";
import { counting } from "@/server/domain/stats/count-scans";

/** Makes a loop for one pass: what a pass remembers is its own. */
export type LoopMaker = () => Loop<unknown>;

const always =
  <Piece>(loop: Loop<Piece>) =>
  () =>
    loop;

/** The work that hosts without a process of ours ask for by a call, in this order. */
export const ASKED_FOR: readonly LoopMaker[] = [counting, () => judgingRules(), () => mailingAlerts()];

/** All background work of a process, but for what threads of its own do: assessing scans, queueing and making deliveries. */
export const LOOPS_OF_PROCESS: readonly LoopMaker[] = [
  ...ASKED_FOR,
  erasing,
  retention,
  always(oldEvents),
  always(oldKeys),
  always(failedSignIns),
  always(endedSessionsLoop),
  always(stalePictures),
  () => orphans(),
  always(oldSetAside),
];
