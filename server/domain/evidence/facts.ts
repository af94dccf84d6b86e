import { asc, count, eq, sql } from "drizzle-orm";
import { alerts } from "@/db/schema/alerts";
import type { ScanReason } from "@/db/schema/assessments";
import { caseEntries } from "@/db/schema/case-entries";
import { caseLinks } from "@/db/schema/case-links";
import { type EvidencePack, evidencePacks, type PackFault } from "@/db/schema/evidence-packs";
import type { Ctx } from "@/server/core/ctx";
import { causeIn } from "@/server/domain/alerts/words";
import { type Counts, TALLIES } from "@/server/domain/stats/counts";
import { utc } from "./stage";
import { WORDS } from "./words-in";

const moment = (text: string | null) => (text === null ? null : new Date(text));

interface Figures extends Counts, Record<string, unknown> {
  from: string | null;
  before: string | null;
  countries: string[] | null;
}

/** The figures of the scans of a case. */
export async function figuresOf({ db }: Ctx, caseId: string) {
  const of = sql`from case_links join scans on scans.id = case_links.scan_id where case_id = ${caseId} and kind = 'scan'`;
  const [row] = await db.execute<Figures>(sql`
    select ${TALLIES}, to_json(min(timestamp)) #>> '{}' as from, to_json(max(timestamp)) #>> '{}' as before,
      to_json(array_agg(distinct country) filter (where country is not null)) as countries ${of}`);
  const reasons = await db.execute<{ reason: ScanReason; count: number }>(sql`
    select reason, count(*)::int as count
    from case_links join assessments on assessments.scan_id = case_links.scan_id cross join unnest(reasons) as reason
    where case_id = ${caseId} and kind = 'scan' group by reason order by count(*) desc, reason`);
  const {
    from = null,
    before = null,
    countries = null,
    original = 0,
    fake = 0,
    unknown = 0,
    error = 0,
  } = row ?? {};
  return {
    counts: { original, fake, unknown, error },
    total: original + fake + unknown + error,
    from: moment(from),
    before: moment(before),
    countries: countries ?? [],
    reasons: [...reasons],
  };
}

/** The faults that were found while the pack was made. */
export async function faultsOf({ db }: Ctx, packId: string): Promise<PackFault[]> {
  const [row] = await db
    .select({ faults: evidencePacks.faults })
    .from(evidencePacks)
    .where(eq(evidencePacks.id, packId));
  return row?.faults ?? [];
}

/** Rows of alerts: when, the rule, and what met it. */
export async function alertsIn({ db }: Ctx, { caseId, language }: EvidencePack, limit: number) {
  const found = await db
    .select({ openedAt: alerts.openedAt, ruleName: alerts.ruleName, evidence: alerts.evidence })
    .from(caseLinks)
    .innerJoin(alerts, eq(alerts.id, caseLinks.alertId))
    .where(eq(caseLinks.caseId, caseId))
    .orderBy(asc(caseLinks.id))
    .limit(limit);
  return found.map(({ openedAt, ruleName, evidence }) => [
    utc(openedAt),
    ruleName,
    causeIn(language, evidence.figures),
  ]);
}

/** Rows of the timeline: when, who, what, and the text that came with it. */
export async function timelineIn({ db }: Ctx, { caseId, language }: EvidencePack, limit: number) {
  const { entries } = WORDS[language];
  const of = eq(caseEntries.caseId, caseId);
  const found = await db.select().from(caseEntries).where(of).orderBy(asc(caseEntries.id)).limit(limit);
  const [total] = await db.select({ all: count() }).from(caseEntries).where(of);
  return {
    rows: found.map(({ at, actorName, kind, text, changes }) => [
      utc(at),
      actorName,
      entries[kind],
      text ??
        changes
          .map(({ path, to }) => `${path.slice(1)}${to === undefined ? "" : `: ${JSON.stringify(to)}`}`)
          .join(", "),
    ]),
    all: total?.all ?? 0,
  };
}
