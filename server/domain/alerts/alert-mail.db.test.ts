import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { alertNotices } from "@/db/schema/alert-notices";
import { alertRules } from "@/db/schema/alert-rules";
import { alerts } from "@/db/schema/alerts";
import { memberships } from "@/db/schema/memberships";
import { people } from "@/db/schema/people";
import { sightings } from "@/db/schema/sightings";
import { DAY_MS, MINUTE_MS } from "@/server/core/time";
import { mailServer } from "@/server/testing/mail-server";

// Holds decision 0029.

const smtp = mailServer();

/** A producer with a rule that opens alerts, under this mail configuration. */
async function world(smtpUrl: string) {
  vi.resetModules();
  vi.stubEnv("SMTP_URL", smtpUrl);
  const { evaluateRules } = await import("./evaluate-rules");
  const { sendNotices } = await import("./send-notices");
  const { createRule } = await import("./create-rule");
  const { watchRule } = await import("./watch");
  const { getAlert } = await import("./read");
  const { newProducer } = await import("@/server/testing/factories");
  const { ctxOfMember, newMember } = await import("@/server/testing/people");
  const { newId } = await import("@/server/platform/ids");
  const { runtime } = await import("@/server/runtime/runtime");
  const data = runtime().database;
  const producer = await newProducer("Müller & Söhne");
  const maker = ctxOfMember(producer, await newMember(producer, "editor"));
  const { id: ruleId } = await createRule(maker, {
    name: "Erfundene Codes",
    condition: { kind: "unknownIdentifiers", windowHours: 1, sightings: 2 },
    coolDownHours: 1,
    mailsMe: false,
  });
  const begin = Date.now() - 10 * MINUTE_MS;
  return {
    db: data.db,
    producerId: producer.producerId,
    getAlert: (id: string) => getAlert(maker, id),
    /** A member who watches the rule. */
    async watcher(email: string, locale: "en" | "de" | null = null) {
      const member = await newMember(producer, "viewer", { email, name: "Zoë" });
      await data.db.update(people).set({ locale }).where(eq(people.id, member.id));
      await watchRule(ctxOfMember(producer, member), ruleId, true);
      return member.id;
    },
    /** Makes the rule open an alert and returns its id. */
    async fire() {
      const sighting = { identifier: "made-up", copyclassification: "unknown" as const };
      await data.db.insert(sightings).values(
        [1, 2, 3].map(() => ({
          id: newId(),
          ...sighting,
          timestamp: new Date(begin),
          producerId: producer.producerId,
        })),
      );
      await data.db
        .update(alertRules)
        .set({ evaluatedUntil: new Date(begin - MINUTE_MS) })
        .where(eq(alertRules.id, ruleId));
      await evaluateRules(data);
      const [alert] = await data.db.select().from(alerts).where(eq(alerts.ruleId, ruleId));
      return alert?.id ?? "";
    },
    send: (afterMs = 0) => sendNotices(data, { now: Date.now() + afterMs }),
    mailsOf: (alertId: string) =>
      data.db.select().from(alertNotices).where(eq(alertNotices.alertId, alertId)),
  };
}

test("each watcher gets one e-mail in their language with a link; no other member gets one", async () => {
  const { producerId, watcher, fire, send } = await world(smtp.url());
  await watcher("anna@people.test", "de");
  await watcher("ben@people.test");
  const before = smtp.taken.length;
  const id = await fire();
  expect(smtp.taken).toHaveLength(before);
  await Promise.all([send(), send(), send()]);
  await send(DAY_MS);
  const mails = smtp.taken.slice(before).sort((a, b) => String(a.to).localeCompare(String(b.to)));
  expect(mails.map(({ to }) => to)).toEqual([["anna@people.test"], ["ben@people.test"]]);
  const [german, english] = mails;
  expect(german?.text).toContain("„Erfundene Codes“ von Müller & Söhne hat am");
  expect(german?.text).toContain("3 Scans nicht registrierter Codes.");
  expect(english?.text).toContain("3 scans of unregistered codes.");
  for (const mail of mails) expect(mail.text).toContain(`https://assay.test/p/${producerId}/alerts/${id}\n`);
});

test("a failed e-mail is retried until it arrives, and the alert says so", async () => {
  const { db, watcher, fire, send, getAlert, mailsOf } = await world(smtp.url());
  const person = await watcher("refused-for-now@people.test");
  const id = await fire();
  await send();
  expect((await getAlert(id)).told).toMatchObject([
    { name: "Zoë", by: "email", attemptsMade: 1, sentAt: null, givenUpAt: null, failure: expect.any(String) },
  ]);
  expect(await mailsOf(id)).toMatchObject([
    { attemptsMade: 1, sentAt: null, failure: expect.stringContaining("<…>: Unknown recipient") },
  ]);
  await send();
  expect(await mailsOf(id)).toMatchObject([{ attemptsMade: 1 }]);
  await db.update(people).set({ email: "at-last@people.test" }).where(eq(people.id, person));
  await send(2 * MINUTE_MS);
  expect(smtp.taken.at(-1)?.to).toEqual(["at-last@people.test"]);
  expect((await getAlert(id)).told).toMatchObject([{ sentAt: expect.any(Date), failure: null }]);
});

test("after three days sending is given up, and the alert keeps showing it", async () => {
  const { watcher, fire, send, getAlert, mailsOf } = await world("smtp://127.0.0.1:1");
  await watcher("unreachable@people.test");
  const id = await fire();
  for (const day of [0, 1, 2]) await send(day * DAY_MS);
  expect(await mailsOf(id)).toMatchObject([{ attemptsMade: 3, givenUpAt: null }]);
  for (const day of [3.1, 4, 5]) await send(day * DAY_MS);
  expect(await mailsOf(id)).toMatchObject([{ attemptsMade: 4, sentAt: null }]);
  expect((await getAlert(id)).told).toMatchObject([{ name: "Zoë", givenUpAt: expect.any(Date) }]);
});

test("a watcher who has left or is disabled gets no e-mail", async () => {
  const { db, watcher, fire, send, mailsOf } = await world(smtp.url());
  const [left, disabled] = [await watcher("left@people.test"), await watcher("disabled@people.test")];
  const before = smtp.taken.length;
  const id = await fire();
  await db.delete(memberships).where(eq(memberships.personId, left));
  await db.update(people).set({ disabledAt: new Date() }).where(eq(people.id, disabled));
  await send();
  expect(smtp.taken).toHaveLength(before);
  expect(await mailsOf(id)).toEqual([]);
});

test("without a mail server no e-mail is queued", async () => {
  const { watcher, fire, mailsOf } = await world("");
  await watcher("c@people.test");
  expect(await mailsOf(await fire())).toEqual([]);
});
