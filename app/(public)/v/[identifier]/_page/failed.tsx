/** @jsxImportSource hono/jsx */
import type { Refused } from "@/server/verify/visitor";
import { Band } from "./band";
import type { PageWords } from "./page-words";

interface FailedProps {
  words: PageWords;
  refused: Refused["refused"];
  path: string;
}

/** Instead of an answer: what did not work, and the way on. */
export function Failed({ words: { t }, refused, path }: FailedProps) {
  const isAway = refused === "internal";
  const what = isAway || refused === "tooManyRequests" ? refused : "other";
  return (
    <article class="card">
      <Band tone="plain" icon={isAway ? "cloudOff" : "compare"}>
        <h1 class="verdict">{t(`failed.${what}`)}</h1>
        <p>{t(`failed.${what}Text`)}</p>
      </Band>
      <div class="body">
        <a class="button" href={path}>
          {t(isAway ? "failed.again" : "failed.back")}
        </a>
      </div>
    </article>
  );
}
