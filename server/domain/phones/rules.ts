import { asc, eq } from "drizzle-orm";
import { type PhoneRule, phoneRules } from "@/db/schema/phone-rules";
import { type Ctx, callingAdmin, inTransaction } from "@/server/ctx";
import { recordAct } from "@/server/domain/acts/record";
import { conflict, notFound } from "@/server/errors";
import type { PhoneRuleFields } from "./schema";

const absent = (os: string) => notFound("phone-rule-not-found", `There is no rule for ${os}.`);

/** The act of an admin on a rule: it is the service's, no producer's. */
const recordRuleAct = async (
  ctx: Ctx,
  act: "phoneRuleAdded" | "phoneRuleChanged" | "phoneRuleRemoved",
  { from, to }: { from?: PhoneRule; to?: PhoneRule },
) => {
  const id = (to ?? from)?.os ?? "";
  const fields = ["minimumVersion", "physicalOnly", "unsupportedModels"] as const;
  const changes = fields
    .filter((field) => JSON.stringify(from?.[field]) !== JSON.stringify(to?.[field]))
    .map((field) => ({
      path: `/${field}`,
      ...(from ? { from: from[field] } : {}),
      ...(to ? { to: to[field] } : {}),
    }));
  if (from && to && changes.length === 0) return;
  await recordAct(ctx, act, { producerId: null, id, name: id, changes });
};

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
    await recordRuleAct(ctx, "phoneRuleAdded", { to: rule });
  });
}

/** Changes the rule of an operating system. 404 where it has none. */
export function changePhoneRule(ctx: Ctx, rule: PhoneRuleFields): Promise<void> {
  callingAdmin(ctx);
  return inTransaction(ctx, async (ctx) => {
    const of = eq(phoneRules.os, rule.os);
    const [before] = await ctx.db.select().from(phoneRules).where(of).for("update");
    if (!before) throw absent(rule.os);
    await ctx.db.update(phoneRules).set(rule).where(of);
    await recordRuleAct(ctx, "phoneRuleChanged", { from: before, to: rule });
  });
}

/** Takes the rule of an operating system away: its phones are not supported from then on. 404 where it has none. */
export function removePhoneRule(ctx: Ctx, os: string): Promise<void> {
  callingAdmin(ctx);
  return inTransaction(ctx, async (ctx) => {
    const [removed] = await ctx.db.delete(phoneRules).where(eq(phoneRules.os, os)).returning();
    if (!removed) throw absent(os);
    await recordRuleAct(ctx, "phoneRuleRemoved", { from: removed });
  });
}
