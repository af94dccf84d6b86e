/** @jsxImportSource hono/jsx */
import { MAX_EMAIL_CHARACTERS } from "@/server/domain/reports/schema";
import type { OwnerView } from "@/server/web/verify/own";
import { Band } from "./band";
import { Icon } from "./icon";
import { dayIn } from "./ownership";
import type { PageWords } from "./page-words";
import { pagePath } from "./paths";

interface OwnerProps {
  words: PageWords;
  identifier: string;
  owner: OwnerView;
  /** Path of this page, which its forms are sent to. */
  action: string;
  /** Whether the ownership has just begun. */
  isNew: boolean;
}

function Facts({ words, identifier, owner }: OwnerProps) {
  const { t } = words;
  const { email, activatedAt, beganAt, warrantyUntil } = owner;
  const rows = [
    [t("owner.activated"), dayIn(words, activatedAt)],
    [t("owner.since"), dayIn(words, beganAt)],
    ...(warrantyUntil ? [[t("owner.warranty"), dayIn(words, warrantyUntil)]] : []),
    [t("owner.email"), email],
  ];
  return (
    <div class="body">
      <p class="code">
        {t("owner.code")} <code translate="no">{identifier}</code>
      </p>
      <dl>
        {rows.map(([label, value]) => (
          <div>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {warrantyUntil && <p class="dim">{t("owner.warrantyHint")}</p>}
      <a class="button" href={pagePath(identifier)}>
        {t("owner.item")}
      </a>
    </div>
  );
}

function Transfer({ words, owner: { offer, stolenAt }, action }: OwnerProps) {
  const { t } = words;
  return (
    <section class="card own" aria-labelledby="transfer">
      <h2 id="transfer">{t("owner.transfer.title")}</h2>
      {offer ? (
        <form method="post" action={action}>
          <p role="status">
            {t("owner.transfer.offered", { email: offer.email, date: dayIn(words, offer.expiresAt) })}
          </p>
          <button type="submit" name="act" value="cancel">
            {t("owner.transfer.cancel")}
          </button>
        </form>
      ) : stolenAt ? (
        <p>{t("owner.transfer.stolen")}</p>
      ) : (
        <form method="post" action={action}>
          <p>{t("owner.transfer.text")}</p>
          <label for="next">{t("owner.transfer.email")}</label>
          <input
            id="next"
            name="email"
            type="email"
            required
            maxlength={MAX_EMAIL_CHARACTERS}
            autocomplete="off"
          />
          <button type="submit" name="act" value="transfer">
            {t("owner.transfer.send")}
          </button>
        </form>
      )}
    </section>
  );
}

function Theft({ words, owner: { brand, stolenAt }, action }: OwnerProps) {
  const { t } = words;
  return (
    <section class="card own" aria-labelledby="theft">
      <h2 id="theft">{t("owner.theft.title")}</h2>
      <form method="post" action={action}>
        {stolenAt ? (
          <p role="status">{t("owner.theft.since", { date: dayIn(words, stolenAt) })}</p>
        ) : (
          <p>{t("owner.theft.text", { brand })}</p>
        )}
        <button
          type="submit"
          name="act"
          value={stolenAt ? "found" : "stolen"}
          {...(stolenAt ? {} : { class: "danger" })}
        >
          {t(stolenAt ? "owner.theft.withdraw" : "owner.theft.report")}
        </button>
      </form>
    </section>
  );
}

const Data = ({ words: { t }, owner: { brand }, action }: OwnerProps) => (
  <section class="card own" aria-labelledby="data">
    <h2 id="data">{t("owner.data.title")}</h2>
    <a class="button" href={`${action}/data`} download>
      {t("owner.data.download")}
    </a>
    <form method="post" action={action}>
      <p>{t("owner.data.text", { brand })}</p>
      <label class="choice">
        <input type="checkbox" name="sure" value="yes" required />
        {t("owner.data.sure")}
      </label>
      <button type="submit" name="act" value="end" class="danger">
        {t("owner.data.end")}
      </button>
    </form>
  </section>
);

/** Page of an item's owner, by the link in their e-mail. */
export function Owner(props: OwnerProps) {
  const { words, owner, isNew } = props;
  const { t } = words;
  const { stolenAt, brand } = owner;
  return (
    <>
      <article class="card">
        <Band tone={stolenAt ? "invalidated" : "registered"} icon={stolenAt ? "shieldX" : "shieldCheck"}>
          <h1 class="verdict">{t("owner.title", { brand })}</h1>
          <p>{stolenAt ? t("own.stolenYours", { date: dayIn(words, stolenAt) }) : t("owner.text")}</p>
        </Band>
        <Facts {...props} />
      </article>
      {isNew && (
        <p class="card thanks" role="status" id="done">
          <Icon name="done" />
          {t("owner.done")}
        </p>
      )}
      <Transfer {...props} />
      <Theft {...props} />
      <Data {...props} />
    </>
  );
}
