/** @jsxImportSource hono/jsx */
import type { Refused } from "@/server/web/verify/visitor";
import { Band } from "./band";
import type { PageWords } from "./page-words";

/** What was refused: the verify page, its forms for places and reports, or anything about owners. */
export type FailedPage = "visit" | "form" | "owner";

/** A longer wait is shown in hours. */
const MAX_SHOWN_MINUTES = 90;

interface FailedProps {
  words: PageWords;
  refusal: Refused;
  of: FailedPage;
  path: string;
}

/** Message keys of refusals about owners. */
const OF_OWNERS = new Map([
  ["second-code-wrong", "codeWrong"],
  ["item-activated", "activated"],
  ["activation-off", "activationOff"],
  ["no-mail-server", "activationOff"],
  ["too-many-pending-activations", "tooManyPending"],
  ["ownership-link-not-open", "linkClosed"],
  ["item-not-found", "linkClosed"],
  ["item-stolen", "itemStolen"],
  ["invalid-input", "ownerForm"],
  ["too-many-requests", "tooManyAttempts"],
] as const);

const isKnown = (code: string | undefined): code is Parameters<typeof OF_OWNERS.get>[0] =>
  [...OF_OWNERS.keys()].some((known) => known === code);

/** Message key of a refusal. */
function wordsOf({ refused, code }: Refused, of: FailedPage) {
  if (refused === "internal") return "internal";
  if (code === "demo-read-only") return "demo";
  if (of === "owner") return (isKnown(code) && OF_OWNERS.get(code)) || "other";
  if (refused !== "tooManyRequests") return "other";
  return of === "visit" ? "tooManyCodes" : "tooManyRequests";
}

/** Page for a refusal, with the next step. */
export function Failed({ words: { t }, refusal, of, path }: FailedProps) {
  const isAway = refusal.refused === "internal";
  const what = wordsOf(refusal, of);
  const minutes = Math.max(1, Math.ceil(Number(refusal.retryAfter ?? 60) / 60));
  // E-mails are counted by the day.
  const hours = minutes > MAX_SHOWN_MINUTES ? Math.ceil(minutes / 60) : 0;
  return (
    <article class="card">
      <Band tone="plain" icon={isAway ? "cloudOff" : "compare"}>
        <h1 class="verdict">{t(`failed.${what}`)}</h1>
        <p>
          {what === "tooManyAttempts" ? t(`failed.${what}Text`, { minutes, hours }) : t(`failed.${what}Text`)}
        </p>
      </Band>
      <div class="body">
        <a class="button" href={path}>
          {t(isAway || of === "visit" ? "failed.again" : "failed.back")}
        </a>
      </div>
    </article>
  );
}
