/** @jsxImportSource hono/jsx */
import { MAX_EMAIL_CHARACTERS } from "@/server/domain/reports/schema";
import type { ShownOwnership } from "@/server/web/verify/visit";
import type { Done } from "./done";
import { Icon } from "./icon";
import type { PageWords } from "./page-words";
import { ownerPath, pagePath } from "./paths";

interface OwnershipProps {
  words: PageWords;
  identifier: string;
  brand: string;
  ownership: ShownOwnership | undefined;
  done: Done | undefined;
}

type Owned = Extract<ShownOwnership, { state: "owned" }>;

/** A day, in the words of the page. */
export const dayIn = ({ format }: PageWords, at: Date) =>
  format.dateTime(at, { year: "numeric", month: "long", day: "numeric" });

/** What a form has done. */
function messageOf(done: Done | undefined) {
  if (done === "activation") return "own.sent";
  if (done === "link") return "own.linkSent";
  return done === "ended" ? "own.ended" : undefined;
}

const EmailField = ({ label, id, describedBy }: { label: string; id: string; describedBy?: string }) => (
  <>
    <label for={id}>{label}</label>
    <input
      id={id}
      name="email"
      type="email"
      autocomplete="email"
      required
      maxlength={MAX_EMAIL_CHARACTERS}
      {...(describedBy ? { "aria-describedby": describedBy } : {})}
    />
  </>
);

/** Form that activates the item by its second code. */
function Activate({ words: { t }, identifier, brand }: OwnershipProps) {
  return (
    <details class="card report" data-activate>
      <summary>
        <Icon name="shieldCheck" />
        {t("own.open")}
        <Icon name="chevron" size={18} />
      </summary>
      <form method="post" action={`${pagePath(identifier)}/activate`}>
        <p>{t("own.lead", { brand })}</p>
        <label for="code">{t("own.code")}</label>
        <p class="dim" id="code-hint">
          {t("own.codeHint")}
        </p>
        <input
          id="code"
          name="code"
          type="text"
          required
          maxlength={40}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          aria-describedby="code-hint"
        />
        <EmailField id="owner-email" label={t("own.email")} describedBy="owner-privacy" />
        <p class="dim" id="owner-privacy">
          {t("own.privacy", { brand })}
        </p>
        <button type="submit">{t("own.activate")}</button>
      </form>
    </details>
  );
}

/** Form that asks for the link to the owner's page. */
const AskForLink = ({ words: { t }, identifier }: OwnershipProps) => (
  <details class="card report">
    <summary>
      <Icon name="question" />
      {t("own.link")}
      <Icon name="chevron" size={18} />
    </summary>
    <form method="post" action={`${pagePath(identifier)}/link`}>
      <p>{t("own.linkLead")}</p>
      <EmailField id="link-email" label={t("own.email")} />
      <button type="submit">{t("own.linkSend")}</button>
    </form>
  </details>
);

function State({ owned, ...props }: OwnershipProps & { owned: Owned }) {
  const { words, identifier } = props;
  const { t } = words;
  const { activatedAt, beganAt, ownSecret, stolenAt, warrantyUntil } = owned;
  const isFirst = beganAt.getTime() === activatedAt.getTime();
  const date = dayIn(words, ownSecret ? beganAt : activatedAt);
  return (
    <section class="card owned" aria-labelledby="owned">
      <h2 id="owned">
        <Icon name="shieldCheck" />
        {t(ownSecret ? (isFirst ? "own.yours" : "own.received") : "own.others", { date })}
      </h2>
      {warrantyUntil && <p class="warranty">{t("own.warranty", { date: dayIn(words, warrantyUntil) })}</p>}
      {ownSecret && <p>{t("own.yoursText")}</p>}
      {!ownSecret && !stolenAt && <p>{t("own.othersText")}</p>}
      {ownSecret && (
        <a class="button" href={ownerPath(identifier, ownSecret)}>
          {t("own.page")}
        </a>
      )}
    </section>
  );
}

/** What the page says of the item's owner, with the forms for it. */
export function Ownership(props: OwnershipProps) {
  const { words, ownership, done } = props;
  const message = messageOf(done);
  return (
    <>
      {message && (
        <p class="card thanks" role="status" id="done">
          <Icon name="done" />
          {words.t(message)}
        </p>
      )}
      {ownership?.state === "open" && <Activate {...props} />}
      {ownership?.state === "owned" && <State {...props} owned={ownership} />}
      {ownership?.state === "owned" && !ownership.ownSecret && done !== "link" && <AskForLink {...props} />}
    </>
  );
}
