import { useTranslations } from "use-intl";
import type { Attempt } from "../types";

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

/** Split a recorded failure, `<reason>: <detail>`, into its parts. */
export function failureParts(failure: string): { reason: Reason; detail: string } {
  const at = failure.indexOf(": ");
  const word = failure.slice(0, at);
  return {
    reason: REASONS.find((reason) => reason === word) ?? "other",
    detail: failure.slice(at + 1).trim(),
  };
}

/** Result of an attempt in one or two words. */
export function AttemptResult({ of }: { of: Pick<Attempt, "status" | "failure"> }) {
  const t = useTranslations("webhooks");
  const { status, failure } = of;
  if (failure !== null) {
    const words = t(`failure.${failureParts(failure).reason}`);
    return <span title={words}>{words}</span>;
  }
  return <span>{t("delivery.status", { status: String(status) })}</span>;
}
