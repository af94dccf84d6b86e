/** @jsxImportSource hono/jsx */
import { KINDS, MOST_EMAIL_CHARACTERS, MOST_TEXT_CHARACTERS } from "@/server/domain/suspicions/schema";
import type { ShownItem } from "@/server/verify/shown-item";
import { Icon } from "./icon";
import type { PageWords } from "./page-words";
import { pagePath } from "./paths";

interface ReportProps {
  words: PageWords;
  item: ShownItem;
  isDone: boolean;
}

/** Lets anybody tell the producer what seems wrong. */
export function Report({ words: { t }, item, isDone }: ReportProps) {
  const brand = item.past.producerName;
  if (isDone)
    return (
      <p class="card thanks" role="status" id="done">
        <Icon name="done" />
        {t("report.done", { brand })}
      </p>
    );
  return (
    <details class="card report">
      <summary>
        <Icon name="report" />
        {t("report.open")}
        <Icon name="chevron" size={18} />
      </summary>
      <form method="post" action={`${pagePath(item.identifier)}/report`}>
        <p>{t("report.lead", { brand })}</p>
        <fieldset>
          <legend>{t("report.kind")}</legend>
          {KINDS.map((kind) => (
            <label class="choice">
              <input type="radio" name="kind" value={kind} required />
              {t(`report.kinds.${kind}`)}
            </label>
          ))}
        </fieldset>
        <label for="text">{t("report.text")}</label>
        <p class="dim" id="text-hint">
          {t("report.textHint")}
        </p>
        <textarea
          id="text"
          name="text"
          rows={4}
          maxlength={MOST_TEXT_CHARACTERS}
          aria-describedby="text-hint"
        />
        <label for="email">{t("report.email")}</label>
        <p class="dim" id="email-hint">
          {t("report.emailHint", { brand })}
        </p>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="email"
          maxlength={MOST_EMAIL_CHARACTERS}
          aria-describedby="email-hint"
        />
        <button type="submit">{t("report.send", { brand })}</button>
      </form>
    </details>
  );
}
