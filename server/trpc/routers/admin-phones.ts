import { z } from "zod";
import { lastChangeOf } from "@/server/domain/audit-log/last-change";
import { phoneObstacle } from "@/server/domain/phones/check-support";
import {
  addPhoneRule,
  changePhoneRule,
  getPhoneRule,
  listPhoneRules,
  removePhoneRule,
  versionOfPhoneRule,
} from "@/server/domain/phones/rules";
import { Phone, PhoneRuleFields } from "@/server/domain/phones/schema";
import { Version } from "@/server/domain/shared/version";
import { adminProcedure } from "@/server/trpc/init";
import { unlessStale } from "@/server/trpc/unless-stale";

/** Rules of supported phones, for admins. */
export const phonesForAdmins = {
  /** Saves pass `version` back to detect stale edits. */
  phoneRules: adminProcedure.query(async ({ ctx }) =>
    (await listPhoneRules(ctx)).map((rule) => ({ ...rule, version: versionOfPhoneRule(rule) })),
  ),

  addPhoneRule: adminProcedure.input(PhoneRuleFields).mutation(({ ctx, input }) => addPhoneRule(ctx, input)),

  changePhoneRule: adminProcedure
    .input(PhoneRuleFields.extend({ version: Version }))
    .mutation(({ ctx, input: { version, ...rule } }) =>
      unlessStale(
        async () => {
          await changePhoneRule(ctx, rule, version);
          return { os: rule.os };
        },
        async () => {
          const state = await getPhoneRule(ctx, rule.os);
          const of = {
            producerId: null,
            kind: "phoneRule",
            id: rule.os,
            changes: "phoneRuleChanged",
          } as const;
          return { state, version: versionOfPhoneRule(state), ...(await lastChangeOf(ctx, of)) };
        },
      ),
    ),

  removePhoneRule: adminProcedure
    .input(z.object({ os: z.string() }))
    .mutation(({ ctx, input }) => removePhoneRule(ctx, input.os)),

  /** Checks a phone against the current rules; returns the obstacle or null. */
  tryPhone: adminProcedure
    .input(Phone)
    .query(async ({ ctx, input }) => ({ obstacle: (await phoneObstacle(ctx, input)) ?? null })),
};
