import { z } from "zod";
import { PageByUuid } from "@/server/data/keyset";
import { backTest } from "@/server/domain/alerts/back-test";
import { concentrationOf } from "@/server/domain/alerts/concentration";
import { createRule } from "@/server/domain/alerts/create-rule";
import { deleteRule } from "@/server/domain/alerts/delete-rule";
import { listAlerts } from "@/server/domain/alerts/list";
import { getRule, listRules } from "@/server/domain/alerts/list-rules";
import { newsOfAlerts } from "@/server/domain/alerts/news";
import { moveAlert, noteAlert } from "@/server/domain/alerts/note";
import { placesOfAlert } from "@/server/domain/alerts/places";
import { getAlert } from "@/server/domain/alerts/read";
import { addRecommendedRules } from "@/server/domain/alerts/recommended-rules";
import { AlertFilter, NewAlertRule, NoteText, STEPS, Trial } from "@/server/domain/alerts/schema";
import { switchRule } from "@/server/domain/alerts/switch-rule";
import { updateRule, versionOfRule } from "@/server/domain/alerts/update-rule";
import { watchRule } from "@/server/domain/alerts/watch";
import { lastChangeOf } from "@/server/domain/audit-log/last-change";
import { Language } from "@/server/domain/people/schema";
import { Version } from "@/server/domain/shared/version";
import { canMail } from "@/server/platform/mail";
import { editorProcedure, router, viewerProcedure } from "@/server/trpc/init";
import { unlessStale } from "@/server/trpc/unless-stale";
import { deliveriesOfAlert } from "@/server/webhooks/deliveries/of-alert";

const ById = z.object({ id: z.string() });

export const alertsRouter = router({
  list: viewerProcedure
    .input(PageByUuid.extend({ filter: AlertFilter.default({}) }))
    .query(({ ctx, input }) => listAlerts(ctx, input.filter, input)),

  /** An alert with its notes, oldest first, and who was told of it. */
  get: viewerProcedure.input(ById).query(async ({ ctx, input }) => {
    const alert = await getAlert(ctx, input.id);
    return { ...alert, deliveries: await deliveriesOfAlert(ctx, alert.id) };
  }),

  /** The countries, items and groups of the scans behind an alert. */
  concentration: viewerProcedure.input(ById).query(({ ctx, input }) => concentrationOf(ctx, input.id)),

  /** The places of the scans behind an alert. */
  places: viewerProcedure.input(ById).query(({ ctx, input }) => placesOfAlert(ctx, input.id)),

  /** The number of open alerts and the newest ones. */
  news: viewerProcedure.query(({ ctx }) => newsOfAlerts(ctx)),

  move: editorProcedure
    .input(ById.extend({ state: z.enum(STEPS), text: NoteText.default("") }))
    .mutation(({ ctx, input }) => moveAlert(ctx, input.id, input.state, input.text)),

  note: editorProcedure
    .input(ById.extend({ text: NoteText }))
    .mutation(({ ctx, input }) => noteAlert(ctx, input.id, input.text)),

  /** All alert rules; `canMail` is false without a configured mail server. */
  rules: viewerProcedure.query(async ({ ctx }) => ({ rules: await listRules(ctx), canMail })),

  /** Saves pass `version` back to detect stale edits. */
  rule: viewerProcedure.input(ById).query(async ({ ctx, input }) => {
    const rule = await getRule(ctx, input.id);
    return { rule, version: versionOfRule(rule), canMail };
  }),

  createRule: editorProcedure
    .input(NewAlertRule)
    .mutation(async ({ ctx, input }) => ({ id: (await createRule(ctx, input)).id })),

  updateRule: editorProcedure
    .input(NewAlertRule.extend({ ...ById.shape, version: Version }))
    .mutation(({ ctx, input: { id, version, ...rule } }) =>
      unlessStale(
        async () => ({ id: (await updateRule(ctx, id, rule, version)).id }),
        async () => {
          const state = await getRule(ctx, id);
          const { producerId } = ctx.membership;
          const of = { producerId, kind: "alertRule", id, changes: "alertRuleChanged" } as const;
          return { state, version: versionOfRule(state), ...(await lastChangeOf(ctx, of)) };
        },
      ),
    ),

  /** For a producer without rules; the caller is mailed. */
  addRecommendedRules: editorProcedure
    .input(z.object({ locale: Language }))
    .mutation(({ ctx, input }) => addRecommendedRules(ctx, input.locale)),

  switchRule: editorProcedure.input(ById.extend({ isOn: z.boolean() })).mutation(async ({ ctx, input }) => {
    await switchRule(ctx, input.id, input.isOn);
  }),

  deleteRule: editorProcedure.input(ById).mutation(({ ctx, input }) => deleteRule(ctx, input.id)),

  /** Sets whether the caller is mailed when the rule opens an alert; every member may set it for themselves. */
  watchRule: viewerProcedure
    .input(ById.extend({ mailsMe: z.boolean() }))
    .mutation(({ ctx, input }) => watchRule(ctx, input.id, input.mailsMe)),

  /** The alerts that the rule would have opened within the last 30 days. */
  backTest: editorProcedure.input(Trial).query(({ ctx, input }) => backTest(ctx, input)),
});
