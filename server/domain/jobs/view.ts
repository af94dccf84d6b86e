import type { z } from "zod";
import type { Job } from "@/db/schema/jobs";
import { ItemEditAction } from "@/server/domain/item-changes/schema";
import { isObject } from "@/server/domain/shared/json";
import type { JobEnvelope } from "./schema";

/** A job as members of its producer see it. */
export const shownJob = ({
  producerId: _producerId,
  input,
  cursor: _cursor,
  actorId: _actorId,
  turnAt: _turnAt,
  lease: _lease,
  leasedUntil: _leasedUntil,
  attempts: _attempts,
  ...shown
}: Job) => ({
  ...shown,
  /** What a change of items does. */
  action: ItemEditAction.safeParse(isObject(input.change) ? input.change.action : undefined).data,
});

export type ShownJob = ReturnType<typeof shownJob>;

/** A job as the API shows it. */
export const jobView = (job: Job): z.input<typeof JobEnvelope> => ({
  id: job.id,
  data: {
    kind: job.kind,
    name: job.name,
    state: job.state,
    done: job.done,
    total: job.total ?? undefined,
    result: job.result,
    error: job.error && job.errorCode ? { code: job.errorCode, detail: job.error } : undefined,
    actor: { type: job.actorType, id: job.actorId, name: job.actorName },
    _created: job.requestedAt.getTime(),
    _updated: (job.endedAt ?? job.turnAt).getTime(),
    _ended: job.endedAt?.getTime(),
  },
});
