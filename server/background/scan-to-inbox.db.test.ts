import { expect, test, vi } from "vitest";
import { z } from "zod";
import { only } from "@/server/data/only";
import { mailServer } from "@/server/testing/mail-server";

// Holds decision 0081: from an anonymous scan of a copied or invented code to a person's inbox it takes 60 s at most.

const smtp = mailServer();
const SECOND_MS = 1_000;
const MAX_MS = 60 * SECOND_MS;
const Opened = z.object({
  event: z.object({ type: z.literal("alertOpened") }),
  alert: z.object({
    id: z.string(),
    data: z.object({ rule: z.object({ name: z.string() }), link: z.string(), state: z.literal("open") }),
  }),
});

const BERLIN = { latitude: 52.52, longitude: 13.405 };
const NAPLES = { latitude: 40.853, longitude: 14.267 };

/** The first owner of a producer with the recommended rules, and a webhook that names the event. */
async function world() {
  vi.resetModules();
  vi.stubEnv("SMTP_URL", smtp.url());
  const { openDelivering, registerHook } = await import("@/server/testing/delivering");
  const { openProducer } = await import("@/server/domain/producers/open");
  const { ctxOf, systemCtx } = await import("@/server/testing/factories");
  const { claimPattern } = await import("@/server/domain/code-patterns/claim");
  const { NewPattern } = await import("@/server/domain/code-patterns/schema");
  const { newMember } = await import("@/server/testing/people");
  const { post } = await import("@/server/testing/api");
  const { evaluatingRules } = await import("@/server/domain/alerts/evaluate-rules");
  const { mailingAlerts } = await import("@/server/domain/alerts/send-notices");
  const { newAssessor, takeTurn } = await import("@/server/domain/assessments/turn");
  const { runPass } = await import("@/server/loops/pass");
  const { assessmentProgress } = await import("@/db/schema/assessment-progress");
  const { scans } = await import("@/db/schema/scans");
  const { leastIdAt, newId } = await import("@/server/platform/ids");
  const { runtime } = await import("@/server/runtime/runtime");
  const { STEP_MS } = await import("@/server/domain/alerts/incidents");
  const data = runtime().database;
  await data.db.update(assessmentProgress).set({ holder: null, settled: leastIdAt(Date.now() - MAX_MS) });
  const producer = await openProducer(systemCtx(), "Acme", "en");
  const owner = await newMember(producer, "owner");
  const { receiver, drain } = await openDelivering();
  await registerHook(producer, receiver.url, { events: "alertOpened" });
  const evaluating = evaluatingRules();
  return {
    post,
    producer,
    owner,
    receiver,
    /** Claims the codes that begin so. */
    claim: (text: string) => claimPattern(ctxOf(producer), NewPattern.parse({ kind: "prefix", text })),
    /** The longest that each part of the way can take, with the checks that wake an idle instance. */
    worstMs: STEP_MS + 3 * SECOND_MS + 5 * SECOND_MS + evaluating.intervalMs + mailingAlerts().intervalMs,
    /** What the loops of a process do in the time after a scan. */
    async letPass(afterMs: number) {
      const now = Date.now() + afterMs;
      const assessor = newAssessor();
      while ((await takeTurn(data.db, assessor)).hasMore);
      // The assessor settles a scan some seconds later; the scan of that time says how late it is.
      const { itemId, producerId, identifier, copyclassification } = only(
        await data.db.select().from(scans).limit(1),
      );
      const later = { id: newId(now), timestamp: new Date(now), data: {} };
      await data.db.insert(scans).values({ itemId, producerId, identifier, copyclassification, ...later });
      await data.db.update(assessmentProgress).set({ settled: leastIdAt(now - 3 * SECOND_MS) });
      await runPass(
        evaluatingRules(() => now),
        data,
      );
      await runPass(
        mailingAlerts(() => now),
        data,
      );
      await drain();
    },
  };
}

test.each([
  [
    "an invented code",
    "MADE",
    "Unregistered codes",
    async ({ post }: Awaited<ReturnType<typeof world>>) => {
      for (let n = 0; n < 3; n++)
        await post("/scans", { identifier: "MADE-0099", copyclassification: "unknown" }, {});
    },
  ],
  [
    "a copied code",
    "COPY",
    "Impossible journeys",
    async ({ post }: Awaited<ReturnType<typeof world>>) => {
      for (const location of [BERLIN, NAPLES])
        await post("/scans", { identifier: "COPY-0001", copyclassification: "original", location }, {});
    },
  ],
])("%s reaches people by e-mail and webhook within a minute", async (_, prefix, ruleName, scan) => {
  const w = await world();
  for (let n = 1; n < 20; n++)
    await w.post(
      "/items",
      { identifier: `${prefix}-00${String(n).padStart(2, "0")}` },
      { token: w.producer.token },
    );
  await w.claim(`${prefix}-`);
  await w.post("/scans", { identifier: `${prefix}-0002` }, {});
  await scan(w);
  expect(w.worstMs).toBeLessThan(MAX_MS / 2);
  await w.letPass(w.worstMs);
  const mails = smtp.taken.filter(({ to }) => String(to) === w.owner.email);
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining(`“${ruleName}” of Acme`)]);
  const [told] = w.receiver.calls.map(({ body }) => Opened.parse(JSON.parse(body)).alert);
  expect(told?.data.rule.name).toBe(ruleName);
  expect(mails[0]?.text).toContain(told?.data.link);
  expect(w.receiver.calls).toHaveLength(1);
});
