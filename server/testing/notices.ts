import { eq } from "drizzle-orm";
import { onTestFinished, vi } from "vitest";
import { z } from "zod";
import type { QuietHours } from "@/db/quiet-hours";
import { alertNotices } from "@/db/schema/alert-notices";
import { alertRules } from "@/db/schema/alert-rules";
import { alerts } from "@/db/schema/alerts";
import { MINUTE_MS } from "@/server/core/time";
import type { mailServer } from "./mail-server";
import { openReceiver } from "./receiver";

const Slack = z.object({ text: z.string(), blocks: z.array(z.looseObject({ type: z.string() })) });

/** A producer with a member who watches its rules, and a receiver of chat messages. The test resets the modules before. */
export async function newNoticeWorld(
  smtp: ReturnType<typeof mailServer>,
  answer?: Parameters<typeof openReceiver>[0],
) {
  const receiver = await openReceiver(answer);
  onTestFinished(() => receiver.close());
  vi.stubEnv("SMTP_URL", smtp.url());
  vi.stubEnv("HOOK_ALLOW", receiver.allow);
  const { openAlert } = await import("@/server/domain/alerts/open");
  const { createRule } = await import("@/server/domain/alerts/create-rule");
  const { moveAlert } = await import("@/server/domain/alerts/note");
  const { getAlert } = await import("@/server/domain/alerts/read");
  const { sendNotices } = await import("@/server/domain/alerts/send-notices");
  const { createChannel } = await import("@/server/domain/alert-channels/create");
  const { updateChannel } = await import("@/server/domain/alert-channels/update");
  const { setQuietHours } = await import("@/server/domain/people/set-quiet-hours");
  const { newProducer } = await import("@/server/testing/factories");
  const { ctxOfMember, newMember } = await import("@/server/testing/people");
  const { runtime } = await import("@/server/runtime/runtime");
  const data = runtime().database;
  await data.db.delete(alertNotices);
  const producer = await newProducer("Müller & Söhne");
  const member = await newMember(producer, "editor", { name: "Zoë" });
  const ctx = ctxOfMember(producer, member);
  let opened = 0;
  return {
    db: data.db,
    ctx,
    receiver,
    rule: (name: string, mailsMe = true) =>
      createRule(ctx, {
        name,
        condition: { kind: "unknownIdentifiers", windowHours: 1, sightings: 2 },
        coolDownHours: 1,
        mailsMe,
      }),
    channel: (fields: { quietHours?: QuietHours; ruleIds?: string[]; url?: string; name?: string } = {}) =>
      createChannel(ctx, {
        name: fields.name ?? "Security",
        kind: "slack",
        url: fields.url ?? receiver.url,
        locale: "en",
        ruleIds: fields.ruleIds ?? null,
        isOn: true,
        quietHours: fields.quietHours ?? null,
      }),
    updateChannel: (id: string, quietHours: QuietHours | null) =>
      updateChannel(ctx, id, { name: "Security", locale: "en", ruleIds: null, isOn: true, quietHours }),
    setQuietHours: (hours: QuietHours | null) => setQuietHours(ctx, member.id, hours),
    /** Opens an alert of the rule; returns its id. */
    async open({ id }: { id: string }, at = Date.now()) {
      const [rule] = await data.db.select().from(alertRules).where(eq(alertRules.id, id));
      if (!rule) throw new Error("no rule");
      opened += 1;
      const figures = { kind: "unknownIdentifiers", sightings: 2 + opened } as const;
      await data.db.transaction((tx) =>
        openAlert({ ...ctx, db: tx }, rule, { at: at + opened, evidence: { figures, from: 0, before: 1 } }),
      );
      const [alert] = await data.db
        .select({ id: alerts.id })
        .from(alerts)
        .where(eq(alerts.openedAt, new Date(at + opened)));
      return alert?.id ?? "";
    },
    acknowledge: (id: string) => moveAlert(ctx, id, "acknowledged", ""),
    told: async (id: string) => (await getAlert(ctx, id)).told,
    /** Makes all notices due since long, so that tests choose the time of sending. */
    makeDue: (at: number) =>
      data.db
        .update(alertNotices)
        .set({ dueAt: new Date(at) })
        .where(eq(alertNotices.attemptsMade, 0)),
    send: (now = Date.now() + MINUTE_MS, signal?: AbortSignal) =>
      sendNotices(data, { now, ...(signal && { signal }) }),
    mailsTo: () => smtp.taken.filter(({ to }) => String(to) === member.email),
    chats: () => receiver.calls.map(({ body }) => Slack.parse(JSON.parse(body))),
  };
}
