import { createHash, timingSafeEqual } from "node:crypto";
import { forbidden } from "@/server/core/errors";
import { startAssessor } from "@/server/domain/assessments/assessor";
import { Answer } from "@/server/http/answer";
import { answering, successAnswer } from "@/server/http/respond";
import { ASKED_FOR } from "@/server/jobs/loops";
import { runOnce } from "@/server/jobs/runner";
import { env } from "@/server/platform/env";
import { runtime } from "@/server/runtime/runtime";
import { ownDeliverer } from "@/server/webhooks/own-deliverer";
import type { RouteHandler } from "./handler";

/** And 15 s more for the tries then under way: whoever calls from outside has to wait so long. */
const DRAIN_FOR_MS = 20_000;

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Compared by their digests, which are of one length, in constant time. */
const isSecret = (given: string) =>
  env.BACKGROUND_SECRET !== undefined && timingSafeEqual(digest(given), digest(env.BACKGROUND_SECRET));

/**
 * Delivers the events that are due, for 20 s and the tries that are then under way, assesses scans meanwhile, counts them, judges alert
 * rules and mails alerts: for hosts where no process of ours runs on. Any number of calls, in any number of instances, may do so at once. Needs `authorization: Bearer` and `BACKGROUND_SECRET`.
 */
export const drainDeliveries: RouteHandler = (request) =>
  answering(request, async () => {
    const given = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
    if (given === undefined || !isSecret(given)) {
      throw forbidden("secret-not-accepted", "This call needs the background secret.");
    }
    const { database, report } = runtime();
    const endAssessing = startAssessor(database.db, { report });
    const work = async () => {
      for (const make of ASKED_FOR) await runOnce(make(), database, report);
    };
    await Promise.all([ownDeliverer().drain(DRAIN_FOR_MS), work()]).finally(endAssessing);
    await report.flush();
    return successAnswer(new Answer({}));
  });
