/** @jsxImportSource hono/jsx */
import type { Refused } from "@/server/web/verify/visitor";
import { Band } from "./band";
import type { PageWords } from "./page-words";

interface FailedProps {
  words: PageWords;
  refused: Refused["refused"];
  /** Whether the page itself was refused, not one of its forms. */
  isVisit: boolean;
  path: string;
}

/** Message key of a refusal. */
function wordsOf(refused: Refused["refused"], isVisit: boolean) {
  if (refused === "internal") return "internal";
  if (refused !== "tooManyRequests") return "other";
  return isVisit ? "tooManyCodes" : "tooManyRequests";
}

/** Page for a refusal, with the next step. */
export function Failed({ words: { t }, refused, isVisit, path }: FailedProps) {
  const isAway = refused === "internal";
  const what = wordsOf(refused, isVisit);
  return (
    <article class="card">
      <Band tone="plain" icon={isAway ? "cloudOff" : "compare"}>
        <h1 class="verdict">{t(`failed.${what}`)}</h1>
        <p>{t(`failed.${what}Text`)}</p>
      </Band>
      <div class="body">
        <a class="button" href={path}>
          {t(isAway || isVisit ? "failed.again" : "failed.back")}
        </a>
      </div>
    </article>
  );
}
