import { sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import { cases } from "@/db/schema/cases";
import { events } from "@/db/schema/events";
import { people } from "@/db/schema/people";
import type { Ctx } from "@/server/core/ctx";
import { traceparentOf } from "@/server/platform/traces";
import { producerOf, waitingHooks } from "./emit";

/** The columns that webhooks see. */
const SHOWN = sql.raw(
  "id number title state owner_id due_on tags created_at updated_at decided_at closed_at"
    .split(" ")
    .map((column) => `'${column}', changed.${column}`)
    .join(", "),
);

/** Writes `caseChanged` for cases as they are now, in the caller's transaction and where a webhook of their producer names it. */
export async function emitCases(
  ctx: Ctx,
  changed: { caseId: string; kind: string }[],
  at: Date,
): Promise<void> {
  const waiting = waitingHooks("caseChanged", {
    producerId: sql`changed.producer_id`,
    itemId: sql`null`,
    groupId: sql`null`,
  });
  await ctx.db.execute(sql`
    insert into ${events} (id, type, producer_id, hooks, created_at, traceparent, snapshot)
    select new_id(), 'caseChanged', changed.producer_id, waiting.hooks, ${at.toISOString()}::timestamptz,
      ${traceparentOf(ctx.requestId) ?? null},
      jsonb_build_object('producer', ${producerOf(sql`changed.producer_id`)}, 'case',
        jsonb_build_object(${SHOWN}, 'owner_name', owner.name, 'change', told.kind))
    from unnest(${makePgArray(changed.map(({ caseId }) => caseId))}::uuid[], ${makePgArray(changed.map(({ kind }) => kind))}::text[])
        as told(case_id, kind)
      join ${cases} changed on changed.id = told.case_id
      left join ${people} owner on owner.id = changed.owner_id
      cross join lateral ${waiting} waiting
    where waiting.hooks is not null`);
}
