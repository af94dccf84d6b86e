/** @jsxImportSource hono/jsx */
import {
  KINDS,
  MAX_EMAIL_CHARACTERS,
  MAX_PLACE_CHARACTERS,
  MAX_TEXT_CHARACTERS,
  MAX_URL_CHARACTERS,
  PHOTO_TYPES,
} from "@/server/domain/reports/schema";
import { Icon } from "./icon";
import type { PageWords } from "./page-words";
import { pagePath } from "./paths";

interface ReportProps {
  words: PageWords;
  identifier: string;
  /** Producer's name; undefined for an unregistered code, because its possible producer is not public. */
  brand: string | undefined;
  isDone: boolean;
}

/** Texts of the form, with the brand's name if it is known. */
function sentences({ t }: PageWords, brand: string | undefined) {
  return brand === undefined
    ? {
        done: t("report.doneCode"),
        open: t("report.openCode"),
        lead: t("report.leadCode"),
        emailHint: t("report.emailHintCode"),
        send: t("report.sendCode"),
      }
    : {
        done: t("report.done", { brand }),
        open: t("report.open"),
        lead: t("report.lead", { brand }),
        emailHint: t("report.emailHint", { brand }),
        send: t("report.send", { brand }),
      };
}

/** Form for a report about the item or code. */
export function Report({ words, identifier, brand, isDone }: ReportProps) {
  const { t } = words;
  const say = sentences(words, brand);
  if (isDone)
    return (
      <p class="card thanks" role="status" id="done">
        <Icon name="done" />
        {say.done}
      </p>
    );
  return (
    <details class="card report">
      <summary>
        <Icon name="report" />
        {say.open}
        <Icon name="chevron" size={18} />
      </summary>
      <form method="post" action={`${pagePath(identifier)}/report`} enctype="multipart/form-data">
        <p>{say.lead}</p>
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
          maxlength={MAX_TEXT_CHARACTERS}
          aria-describedby="text-hint"
        />
        <label for="place">{t("report.place")}</label>
        <p class="dim" id="place-hint">
          {t("report.placeHint")}
        </p>
        <input
          id="place"
          name="place"
          type="text"
          maxlength={MAX_PLACE_CHARACTERS}
          aria-describedby="place-hint"
        />
        <label for="sellerUrl">{t("report.sellerUrl")}</label>
        <p class="dim" id="seller-hint">
          {t("report.sellerUrlHint")}
        </p>
        <input
          id="sellerUrl"
          name="sellerUrl"
          type="text"
          inputmode="url"
          autocomplete="off"
          maxlength={MAX_URL_CHARACTERS}
          aria-describedby="seller-hint"
        />
        <label for="photo">{t("report.photo")}</label>
        <p class="dim" id="photo-hint">
          {t("report.photoHint")}
        </p>
        <input
          id="photo"
          name="photo"
          type="file"
          accept={PHOTO_TYPES.join(",")}
          aria-describedby="photo-hint"
        />
        <label for="email">{t("report.email")}</label>
        <p class="dim" id="email-hint">
          {say.emailHint}
        </p>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="email"
          maxlength={MAX_EMAIL_CHARACTERS}
          aria-describedby="email-hint"
        />
        <button type="submit">{say.send}</button>
      </form>
    </details>
  );
}
