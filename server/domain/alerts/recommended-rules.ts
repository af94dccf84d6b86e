import { and, eq, isNull } from "drizzle-orm";
import { alertRules } from "@/db/schema/alert-rules";
import { alertWatchers } from "@/db/schema/alert-watchers";
import { memberships } from "@/db/schema/memberships";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { recordAuditEvents } from "@/server/domain/audit-log/record";
import type { Language } from "@/server/domain/people/schema";
import { newId } from "@/server/platform/ids";
import { refuseTooManyRules } from "./create-rule";
import type { NewAlertRule } from "./schema";
import { callingPerson } from "./watch";

type RecommendedRule = Pick<NewAlertRule, "condition" | "coolDownHours"> & {
  name: Record<Language, string>;
};

/** Rules for any producer: they stay silent in ordinary use. */
export const RECOMMENDED_RULES: readonly RecommendedRule[] = [
  {
    name: { en: "Unregistered codes", de: "Nicht registrierte Codes" },
    condition: { kind: "unknownIdentifiers", windowHours: 1, sightings: 2 },
    coolDownHours: 4,
  },
  {
    name: { en: "Many fakes", de: "Viele Fälschungen" },
    condition: { kind: "fakeRate", windowHours: 24, percent: 10, minimumScans: 10, of: null },
    coolDownHours: 24,
  },
  {
    name: { en: "Scans from a new country", de: "Scans aus einem neuen Land" },
    condition: { kind: "newCountry", windowHours: 24, quietDays: 90, scans: 3 },
    coolDownHours: 24,
  },
  {
    name: { en: "Impossible journeys", de: "Unmögliche Reisen" },
    condition: { kind: "impossibleTravel", windowHours: 24, scans: 1 },
    coolDownHours: 12,
  },
  {
    name: { en: "Stolen items", de: "Gestohlene Artikel" },
    condition: { kind: "stolenItem", windowHours: 1, scans: 1 },
    coolDownHours: 4,
  },
];

/** Inserts recommended rules, watched by a person if one is given. */
export async function insertRecommendedRules(
  ctx: Ctx,
  { producerId, locale, watcherId }: { producerId: string; locale: Language; watcherId?: string | undefined },
  recommended = RECOMMENDED_RULES,
): Promise<void> {
  if (recommended.length === 0) return;
  const now = new Date();
  const rules = recommended.map(({ name, condition, coolDownHours }) => ({
    id: newId(),
    producerId,
    name: name[locale],
    condition,
    coolDownHours,
    evaluatedUntil: now,
    createdAt: now,
    updatedAt: now,
  }));
  await ctx.db.insert(alertRules).values(rules);
  if (watcherId !== undefined)
    await ctx.db
      .insert(alertWatchers)
      .values(rules.map(({ id }) => ({ ruleId: id, producerId, personId: watcherId })));
  await recordAuditEvents(
    ctx,
    "alertRuleCreated",
    rules.map(({ id, name }) => ({ producerId, id, name })),
  );
}

/**
 * Adds the recommended rules of those kinds of which the caller has no rule, watched by the calling person.
 * @throws 400 where there are fifty rules
 */
export const addRecommendedRules = (ctx: Ctx, locale: Language): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { producerId } = callingProducer(ctx);
    await refuseTooManyRules(ctx, producerId);
    const existing = await ctx.db
      .select({ condition: alertRules.condition })
      .from(alertRules)
      .where(and(eq(alertRules.producerId, producerId), isNull(alertRules.deletedAt)));
    const kinds = new Set(existing.map(({ condition }) => condition.kind));
    const missing = RECOMMENDED_RULES.filter(({ condition }) => !kinds.has(condition.kind));
    await insertRecommendedRules(ctx, { producerId, locale, watcherId: callingPerson(ctx) }, missing);
  });

/** Makes the first owner of a producer watch its rules, so that alerts reach a person from the start. */
export async function watchAsFirstOwner(
  { db }: Pick<Ctx, "db">,
  { producerId, personId }: { producerId: string; personId: string },
): Promise<void> {
  const members = await db
    .select({ personId: memberships.personId })
    .from(memberships)
    .where(eq(memberships.producerId, producerId))
    .limit(2);
  if (members.length !== 1) return;
  const rules = await db
    .select({ id: alertRules.id })
    .from(alertRules)
    .where(and(eq(alertRules.producerId, producerId), isNull(alertRules.deletedAt)));
  if (rules.length === 0) return;
  await db
    .insert(alertWatchers)
    .values(rules.map(({ id }) => ({ ruleId: id, producerId, personId })))
    .onConflictDoNothing();
}
