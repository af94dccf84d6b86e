import { asc, eq } from "drizzle-orm";
import type { Change } from "@/db/schema/history";
import { type PhoneRule, phoneRules } from "@/db/schema/phone-rules";
import { type Ctx, callingAdmin, inTransaction } from "@/server/core/ctx";
import { conflict, notFound } from "@/server/core/errors";
import { recordAct } from "@/server/domain/acts/record";
import { refuseStale, versionOf } from "@/server/domain/shared/version";
import type { PhoneRuleFields } from "./schema";

const absent = (os: string) => notFound("phone-rule-not-found", `There is no rule for ${os}.`);

/** Names what a rule says: a save may be refused over a newer one. */
export const versionOfPhoneRule = ({ minimumVersion, physicalOnly, unsupportedModels }: PhoneRule): string =>
  versionOf(minimumVersion, physicalOnly, unsupportedModels);

const FIELDS = ["minimumVersion", "physicalOnly", "unsupportedModels"] as const;

const changesOf = ({ from, to }: { from?: PhoneRule; to?: PhoneRule }): Change[] =>
  FIELDS.filter((field) => JSON.stringify(from?.[field]) !== JSON.stringify(to?.[field])).map((field) => ({
    path: `/${field}`,
    ...(from ? { from: from[field] } : {}),
    ...(to ? { to: to[field] } : {}),
  }));

/** The act of an admin on a rule: it is the service's, no producer's. */
const recordRuleAct = (
  ctx: Ctx,
  act: "phoneRuleAdded" | "phoneRuleChanged" | "phoneRuleRemoved",
  os: string,
  changes: Change[],
) => recordAct(ctx, act, { producerId: null, id: os, name: os, changes });

/** The rules of all operating systems by name, for admins. */
export function listPhoneRules(ctx: Ctx): Promise<PhoneRule[]> {
  callingAdmin(ctx);
  return ctx.db.select().from(phoneRules).orderBy(asc(phoneRules.os)).execute();
}

/** Adds the rule of an operating system. 409 where it has one. */
export function addPhoneRule(ctx: Ctx, rule: PhoneRuleFields): Promise<void> {
  callingAdmin(ctx);
  return inTransaction(ctx, async (ctx) => {
    const added = await ctx.db.insert(phoneRules).values(rule).onConflictDoNothing().returning();
    if (added.length === 0) throw conflict("phone-rule-exists", `There is a rule for ${rule.os} already.`);
    await recordRuleAct(ctx, "phoneRuleAdded", rule.os, changesOf({ to: rule }));
  });
}

/** The rule of an operating system, for admins. 404 where it has none. */
export async function getPhoneRule(ctx: Ctx, os: string): Promise<PhoneRule> {
  callingAdmin(ctx);
  const [rule] = await ctx.db.select().from(phoneRules).where(eq(phoneRules.os, os));
  if (!rule) throw absent(os);
  return rule;
}

/**
 * Changes the rule of an operating system; without a change, nothing is written. 404 where it has none.
 * @throws {StaleVersion} where `seen` is given and no longer the rule's version
 */
export function changePhoneRule(ctx: Ctx, rule: PhoneRuleFields, seen?: string): Promise<void> {
  callingAdmin(ctx);
  return inTransaction(ctx, async (ctx) => {
    const of = eq(phoneRules.os, rule.os);
    const [before] = await ctx.db.select().from(phoneRules).where(of).for("update");
    if (!before) throw absent(rule.os);
    refuseStale(seen, versionOfPhoneRule(before));
    const changes = changesOf({ from: before, to: rule });
    if (changes.length === 0) return;
    await ctx.db.update(phoneRules).set(rule).where(of);
    await recordRuleAct(ctx, "phoneRuleChanged", rule.os, changes);
  });
}

/** Takes the rule of an operating system away: its phones are not supported from then on. 404 where it has none. */
export function removePhoneRule(ctx: Ctx, os: string): Promise<void> {
  callingAdmin(ctx);
  return inTransaction(ctx, async (ctx) => {
    const [removed] = await ctx.db.delete(phoneRules).where(eq(phoneRules.os, os)).returning();
    if (!removed) throw absent(os);
    await recordRuleAct(ctx, "phoneRuleRemoved", os, changesOf({ from: removed }));
  });
}
