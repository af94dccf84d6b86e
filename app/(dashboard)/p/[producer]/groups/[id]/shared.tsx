"use client";

import { useTranslations } from "use-intl";
import { JsonView } from "@/app/ui/json-view";
import { isObject } from "../../items/_editor/json";
import { useLanguageName } from "../../items/_editor/language-name";
import { ImageName } from "../../items/_parts/image-name";
import { Picture } from "../../items/_parts/picture";
import { Section } from "../../items/_parts/section";
import type { FoundGroup } from "../types";
import classes from "./group.module.css";

/** Description that the group shares with all its items. */
export function Shared({ group: { image, data, verificationinfos } }: { group: FoundGroup }) {
  const t = useTranslations("groups.shared");
  const nameOf = useLanguageName();
  const { i18n, ...plain } = data;
  const locales = isObject(i18n) ? Object.keys(i18n) : [];
  return (
    <Section title={t("title")} description={t("lead")}>
      <div className={classes.shared}>
        <div>
          <Picture image={image} alt={t("image")} width={480} shape="fill" />
          {image && (
            <p className={classes.imageName}>
              <ImageName image={image} />
            </p>
          )}
        </div>
        <div>
          <h3 className={classes.subtitle}>{t("infos")}</h3>
          {verificationinfos.length === 0 ? (
            <p className={classes.dim}>{t("noInfos")}</p>
          ) : (
            <dl className={classes.infos}>
              {verificationinfos
                .toSorted((a, b) => (a.pos ?? 0) - (b.pos ?? 0))
                .map(({ label, key, value }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: entries have no ids.
                  <div key={index}>
                    <dt>{label ?? key ?? "–"}</dt>
                    <dd>{Array.isArray(value) ? value.join(" · ") : value}</dd>
                  </div>
                ))}
            </dl>
          )}
        </div>
        <div>
          <h3 className={classes.subtitle}>{t("data")}</h3>
          <JsonView label={t("data")} value={Object.keys(plain).length > 0 ? plain : ""} />
          {locales.length > 0 && (
            <p className={classes.imageName}>{t("languages", { list: locales.map(nameOf).join(", ") })}</p>
          )}
        </div>
      </div>
    </Section>
  );
}
