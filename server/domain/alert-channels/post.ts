import type { AlertChannel } from "@/db/schema/alert-channels";
import type { ToldAlerts } from "@/server/domain/alerts/told-alerts";
import { type OutboundHttp, openOutboundHttp } from "@/server/platform/outbound-http";
import { seal, UnreadableError, unseal } from "@/server/platform/sealed";
import { slackMessage } from "./slack";
import { teamsMessage } from "./teams";

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_CHARACTERS = 300;

/** A URL as stored: sealed with a key of this deployment, for this channel only. */
export const sealedUrl = (url: string, channelId: string) => seal(url, "channel-urls", channelId);

let client: OutboundHttp | undefined;

/** What a receiver answered, or why there was no answer, as a sentence. */
export interface Posted {
  isDone: boolean;
  answer: string;
}

/** Posts a message to a chat channel, whose address is checked as that of a webhook's receiver. Never throws. */
export async function postToChannel(
  { id, url, kind, locale }: Pick<AlertChannel, "id" | "kind" | "locale"> & { url: Buffer },
  told: ToldAlerts,
): Promise<Posted> {
  let target: string;
  try {
    target = unseal(url, "channel-urls", id);
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    return { isDone: false, answer: "The URL cannot be read with the keys of this service. Enter it again." };
  }
  client ??= openOutboundHttp();
  const message = kind === "slack" ? slackMessage(locale, told) : teamsMessage(locale, told);
  const outcome = await client.post({
    url: target,
    headers: { "content-type": "application/json; charset=utf-8", "user-agent": "Assay" },
    body: JSON.stringify(message),
    timeoutMs: TIMEOUT_MS,
  });
  if (outcome.kind === "failed") return { isDone: false, answer: outcome.message };
  const said = outcome.answerHead.trim().slice(0, MAX_ANSWER_CHARACTERS).toWellFormed();
  return {
    isDone: outcome.status >= 200 && outcome.status < 300,
    answer: said === "" ? `HTTP ${outcome.status}` : `HTTP ${outcome.status}: ${said}`,
  };
}
