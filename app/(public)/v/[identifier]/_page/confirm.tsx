/** @jsxImportSource hono/jsx */
import type { Confirmable } from "@/server/web/verify/own";
import { Band } from "./band";
import type { PageWords } from "./page-words";
import { pagePath } from "./paths";

interface ConfirmProps {
  words: PageWords;
  identifier: string;
  of: Confirmable;
  /** Path of this page, which its form is sent to. */
  action: string;
}

/** Page of a link in an e-mail. Its button confirms, because programs open links, too. */
export function Confirm({
  words: { t },
  identifier,
  of: { kind, brand, isActivated },
  action,
}: ConfirmProps) {
  const look = (
    <a class="button" href={pagePath(identifier)}>
      {t("confirm.look")}
    </a>
  );
  if (isActivated)
    return (
      <article class="card">
        <Band tone="missing" icon="shieldX">
          <h1 class="verdict">{t("confirm.activated")}</h1>
          <p>{t("confirm.activatedText")}</p>
        </Band>
        <div class="body">{look}</div>
      </article>
    );
  return (
    <article class="card">
      <Band tone="plain" icon="question">
        <h1 class="verdict">{t(`confirm.${kind}`)}</h1>
        <p>{t(`confirm.${kind}Text`, { brand })}</p>
      </Band>
      <div class="body own">
        <p class="code">
          {t("owner.code")} <code translate="no">{identifier}</code>
        </p>
        <p class="dim">{t("confirm.privacy", { brand })}</p>
        <form method="post" action={action}>
          <button type="submit">{t(`confirm.${kind}Button`)}</button>
        </form>
        {look}
      </div>
    </article>
  );
}
