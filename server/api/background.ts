import { createHash, timingSafeEqual } from "node:crypto";
import { ASKED_FOR } from "@/server/background/loops";
import { runOnce } from "@/server/background/runner";
import { isSuperseded } from "@/server/background/superseded";
import { AppError, forbidden } from "@/server/core/errors";
import { startAssessor } from "@/server/domain/assessments/assessor";
import { Answer } from "@/server/http/answer";
import { answering, successAnswer } from "@/server/http/respond";
import { env } from "@/server/platform/env";
import { runtime } from "@/server/runtime/runtime";
import { ownDeliverer } from "@/server/webhooks/own-deliverer";
import type { RouteHandler } from "./receive";

/** Time for new attempts. Attempts in flight may add 15 s, so callers need a timeout above 35 s. */
const DRAIN_FOR_MS = 20_000;

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Compares digests because `timingSafeEqual` needs equal lengths. */
const isSecret = (given: string) =>
  env.BACKGROUND_SECRET !== undefined && timingSafeEqual(digest(given), digest(env.BACKGROUND_SECRET));

/**
 * Does the background work on hosts without a permanent process: delivers due events for 20 s and finishes attempts in
 * flight, assesses scans, updates roll-ups, evaluates alert rules and mails alerts. Calls may run concurrently, in any
 * number of instances. Needs `authorization: Bearer` and `BACKGROUND_SECRET`.
 *
 * @throws 403 without the accepted secret, 503 where the schema no longer supports this build.
 */
export const drainDeliveries: RouteHandler = (request) =>
  answering(request, async () => {
    const given = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
    if (given === undefined || !isSecret(given)) {
      throw forbidden("secret-not-accepted", "This call needs the background secret.");
    }
    const { database, report } = runtime();
    if (await isSuperseded(database.db))
      throw new AppError("unavailable", "build-superseded", "The schema needs a newer build of the service.");
    const endAssessing = startAssessor(database.db, { report });
    const work = async () => {
      for (const make of ASKED_FOR) await runOnce(make(), database, report);
    };
    await Promise.all([ownDeliverer().drain(DRAIN_FOR_MS), work()]).finally(endAssessing);
    await report.flush();
    return successAnswer(new Answer({}));
  });
