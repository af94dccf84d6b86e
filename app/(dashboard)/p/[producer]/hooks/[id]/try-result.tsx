import { useTranslations } from "use-intl";
import type { Try } from "../types";

const REASONS = [
  "invalid-url",
  "refused-address",
  "dns",
  "timeout",
  "connection",
  "tls",
  "bad-answer",
  "closed",
  "unsendable",
] as const;
type Reason = (typeof REASONS)[number] | "other";

/** Why a try got no answer: what the service noted is a word, a colon, and a sentence. */
export function failureParts(failure: string): { reason: Reason; detail: string } {
  const at = failure.indexOf(": ");
  const word = failure.slice(0, at);
  return {
    reason: REASONS.find((reason) => reason === word) ?? "other",
    detail: failure.slice(at + 1).trim(),
  };
}

/** What came of a try, in a word or two. */
export function TryResult({ of }: { of: Pick<Try, "status" | "failure"> }) {
  const t = useTranslations("webhooks");
  const { status, failure } = of;
  if (failure !== null) {
    const words = t(`failure.${failureParts(failure).reason}`);
    return <span title={words}>{words}</span>;
  }
  return <span>{t("delivery.status", { status: String(status) })}</span>;
}
