import { asc, eq } from "drizzle-orm";
import type { Change } from "@/db/schema/history";
import { type PhoneRule, phoneRules } from "@/db/schema/phone-rules";
import { type Ctx, callingAdmin, inTransaction } from "@/server/core/ctx";
import { conflict, notFound } from "@/server/core/errors";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { refuseStale, versionOf } from "@/server/domain/shared/version";
import type { PhoneRuleFields } from "./schema";

const absent = (os: string) => notFound("phone-rule-not-found", `There is no rule for ${os}.`);

/** The version of a rule's content, by which a stale save is refused. */
export const versionOfPhoneRule = ({ minimumVersion, physicalOnly, unsupportedModels }: PhoneRule): string =>
  versionOf(minimumVersion, physicalOnly, unsupportedModels);

const FIELDS = ["minimumVersion", "physicalOnly", "unsupportedModels"] as const;

const changesOf = ({ from, to }: { from?: PhoneRule; to?: PhoneRule }): Change[] =>
  FIELDS.filter((field) => JSON.stringify(from?.[field]) !== JSON.stringify(to?.[field])).map((field) => ({
    path: `/${field}`,
    ...(from ? { from: from[field] } : {}),
    ...(to ? { to: to[field] } : {}),
  }));

/** Records an admin's change of a rule in the service's audit log: rules belong to no producer. */
const recordRuleAuditEvent = (
  ctx: Ctx,
  action: "phoneRuleAdded" | "phoneRuleChanged" | "phoneRuleRemoved",
  os: string,
  changes: Change[],
) => recordAuditEvent(ctx, action, { producerId: null, id: os, name: os, changes });

/** Lists the rules of all operating systems by name, for admins. */
export function listPhoneRules(ctx: Ctx): Promise<PhoneRule[]> {
  callingAdmin(ctx);
  return ctx.db.select().from(phoneRules).orderBy(asc(phoneRules.os)).execute();
}

/**
 * Adds the rule of an operating system, for admins.
 * @throws 409 if it has a rule already.
 */
export function addPhoneRule(ctx: Ctx, rule: PhoneRuleFields): Promise<void> {
  callingAdmin(ctx);
  return inTransaction(ctx, async (ctx) => {
    const added = await ctx.db.insert(phoneRules).values(rule).onConflictDoNothing().returning();
    if (added.length === 0) throw conflict("phone-rule-exists", `There is a rule for ${rule.os} already.`);
    await recordRuleAuditEvent(ctx, "phoneRuleAdded", rule.os, changesOf({ to: rule }));
  });
}

/**
 * Reads the rule of an operating system, for admins.
 * @throws 404 without a rule.
 */
export async function getPhoneRule(ctx: Ctx, os: string): Promise<PhoneRule> {
  callingAdmin(ctx);
  const [rule] = await ctx.db.select().from(phoneRules).where(eq(phoneRules.os, os));
  if (!rule) throw absent(os);
  return rule;
}

/**
 * Changes the rule of an operating system, for admins; without a change, nothing is written.
 * @throws 404 without a rule.
 * @throws {StaleVersion} if `seen` is given and no longer the rule's version.
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
    await recordRuleAuditEvent(ctx, "phoneRuleChanged", rule.os, changes);
  });
}

/**
 * Removes the rule of an operating system, for admins; its phones are no longer supported.
 * @throws 404 without a rule.
 */
export function removePhoneRule(ctx: Ctx, os: string): Promise<void> {
  callingAdmin(ctx);
  return inTransaction(ctx, async (ctx) => {
    const [removed] = await ctx.db.delete(phoneRules).where(eq(phoneRules.os, os)).returning();
    if (!removed) throw absent(os);
    await recordRuleAuditEvent(ctx, "phoneRuleRemoved", os, changesOf({ from: removed }));
  });
}
