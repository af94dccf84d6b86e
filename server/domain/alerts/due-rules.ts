import { and, eq, inArray, isNull, lt, notInArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { type AlertRule, alertRules } from "@/db/schema/alert-rules";
import { alerts } from "@/db/schema/alerts";
import { assessments } from "@/db/schema/assessments";
import { producers } from "@/db/schema/producers";
import { scans } from "@/db/schema/scans";
import { sightings } from "@/db/schema/sightings";
import { FINDING_KINDS, findingOf } from "@/server/core/finding-kinds";
import { HOUR_MS } from "@/server/core/time";
import { floorTo, STEP_MS } from "./incidents";

/** Rules of one pass; the next one follows at once, and begins with rules that have something new to count. */
export const MAX_LISTED = 500;

/** The end of the steps to evaluate: for rules that count scans and sightings, and for rules on assessments. */
export interface Until {
  counted: number;
  assessed: number;
}

export const untilOf = ({ condition }: AlertRule, { counted, assessed }: Until) =>
  findingOf(condition.kind) ? assessed : counted;

const kind = sql`${alertRules.condition} ->> 'kind'`;
const at = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
const countsFindings = inArray(
  kind,
  FINDING_KINDS.map(({ kind }) => kind),
);
const byKind = (assessed: number, counted: number) =>
  sql`case when ${countsFindings} then ${at(assessed)} else ${at(counted)} end`;

const { evaluatedUntil, updatedAt, producerId, id, coolDownHours } = alertRules;

/** Whether the producer has rows of the kind that the rule counts, in steps to evaluate: one index lookup. */
function hasNewRows(until: Until) {
  const end = byKind(until.assessed, until.counted);
  const inSteps = (timestamp: unknown) =>
    sql`${timestamp} >= date_bin(make_interval(secs => ${STEP_MS / 1_000}), ${evaluatedUntil}, 'epoch'::timestamptz) and ${timestamp} < ${end}`;
  const ofFinding = ({ kind, finding }: (typeof FINDING_KINDS)[number]) => sql`when ${kind} then exists (
      select from ${assessments} where ${assessments.producerId} = ${producerId} and ${inSteps(assessments.timestamp)}
        and ${finding} = any(${assessments.reasons}))`;
  return sql`case ${kind}
    when 'unknownIdentifiers' then exists (
      select from ${sightings} where ${sightings.producerId} = ${producerId} and ${inSteps(sightings.timestamp)})
    ${sql.join(FINDING_KINDS.map(ofFinding), sql` `)}
    else exists (select from ${scans} where ${scans.producerId} = ${producerId} and ${inSteps(scans.timestamp)}) end`;
}

/** Whether the rule's cool-down ended in the steps to evaluate. */
const hasCooledDown = (until: Until) => sql`exists (
  select from ${alerts} where ${alerts.ruleId} = ${id}
    and ${alerts.openedAt} > ${evaluatedUntil} - make_interval(hours => ${coolDownHours})
    and ${alerts.openedAt} <= ${byKind(until.assessed, until.counted)} - make_interval(hours => ${coolDownHours}))`;

/** The start of the hour of the last step: since then, hours have left windows. */
const hourOf = (end: number) => floorTo(HOUR_MS, end - 1);

/**
 * Lists rules whose result can have changed since they were evaluated: there is something new to count, their settings
 * changed, an hour ended, or a cool-down. Rules with something new come first. Rules of quiet producers cost index lookups;
 * those of closed ones rest.
 */
export function dueRules(db: Db, until: Until, excluded: readonly string[]): Promise<{ id: string }[]> {
  const isNew = hasNewRows(until);
  return db
    .select({ id })
    .from(alertRules)
    .innerJoin(producers, and(eq(producers.id, producerId), isNull(producers.closedAt)))
    .where(
      and(
        alertRules.isOn,
        isNull(alertRules.deletedAt),
        lt(evaluatedUntil, byKind(until.assessed, until.counted)),
        notInArray(id, [...excluded]),
        sql`(${evaluatedUntil} <= ${updatedAt}
          or ${evaluatedUntil} <= ${byKind(hourOf(until.assessed), hourOf(until.counted))}
          or ${isNew} or ${hasCooledDown(until)})`,
      ),
    )
    .orderBy(sql`(${isNew}) desc, ${evaluatedUntil}`)
    .limit(MAX_LISTED);
}
