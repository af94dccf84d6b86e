/** @jsxImportSource hono/jsx */
import type { Visit } from "@/server/web/verify/visit";
import { Band } from "./band";
import type { PageWords } from "./page-words";
import { Report } from "./report";

const STEPS = ["again", "compare", "ask"] as const;

/** Page of a code without an item: what that means and what to do. */
export function Missing({
  words,
  visit: { identifier, recorded },
  isReported,
}: {
  words: PageWords;
  visit: Visit;
  /** Whether this browser has just sent a report about the code. */
  isReported: boolean;
}) {
  const { t } = words;
  return (
    <>
      <article class="card">
        <Band tone="missing" icon="question">
          <h1 class="verdict">{t("missing.title")}</h1>
          <p>{t("missing.text")}</p>
        </Band>
        <div class="body">
          <p class="code">
            {t("missing.scanned")} <code translate="no">{identifier}</code>
          </p>
          <h2>{t("missing.next")}</h2>
          <ol>
            {STEPS.map((step) => (
              <li>{t(`missing.${step}`)}</li>
            ))}
          </ol>
        </div>
      </article>
      {recorded !== "demo" && (
        <Report words={words} identifier={identifier} brand={undefined} isDone={isReported} />
      )}
      <p class="recorded">{t(`recorded.${recorded === "yes" ? "missing" : recorded}`)}</p>
    </>
  );
}
