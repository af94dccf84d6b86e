"use client";

import { Skeleton, TextInput } from "@mantine/core";
import type { FormErrors } from "@mantine/form";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Section } from "../_parts/section";
import { DataField } from "./data-field";
import type { Draft } from "./draft";
import classes from "./editor.module.css";
import { ImageField } from "./image-field";
import { LanguageBar } from "./language-bar";
import { useLanguageName } from "./language-name";
import { withLocaleOf, withoutLocale } from "./locales";
import { BASE_LOCALE } from "./translations";
import { useUndo } from "./use-undo";

const InfosField = dynamic(() => import("./infos-field"), {
  ssr: false,
  loading: () => <Skeleton height={160} radius="md" />,
});

interface DescriptionEditorProps {
  draft: Draft;
  errors: FormErrors;
  change: (part: Partial<Draft>) => void;
  /** Language of the edited texts. */
  locale: string;
  onLocale: (locale: string) => void;
  /** Fields above the title. */
  first?: ReactNode;
  /** Hint for the title field. */
  titleHint?: string | undefined;
  infosHint?: string;
  preview: ReactNode;
}

/** Fields for the description of an item or a group, in all languages, beside a preview. */
export function DescriptionEditor(props: DescriptionEditorProps) {
  const { draft, errors, change, locale, onLocale, first, titleHint, infosHint, preview } = props;
  const t = useTranslations("items.editor");
  const nameOf = useLanguageName();
  const offerUndo = useUndo(draft);
  const { translations } = draft;
  const isBase = locale === BASE_LOCALE;

  const putTitle = (title: string) =>
    change(
      isBase
        ? { title }
        : { translations: { ...translations, titles: { ...translations.titles, [locale]: title } } },
    );
  const addLocale = (added: string) => {
    change({ translations: { ...translations, locales: [...translations.locales, added] } });
    onLocale(added);
  };
  const removeLocale = (removed: string) => {
    change(withoutLocale(draft, removed));
    onLocale(BASE_LOCALE);
    offerUndo(t("languages.removed", { language: nameOf(removed) }), (now) => {
      change(withLocaleOf(draft, now, removed));
      onLocale(removed);
    });
  };

  return (
    <div className={classes.layout}>
      <div>
        <LanguageBar
          label={t("languages.label")}
          locales={translations.locales}
          value={locale}
          onChange={onLocale}
          onAdd={addLocale}
          onRemove={removeLocale}
        />
        <Section title={t("basics")} framed>
          <div className={classes.stack}>
            {isBase && first}
            <TextInput
              label={t("title")}
              description={isBase ? titleHint : t("languages.fallback")}
              value={isBase ? draft.title : (translations.titles[locale] ?? "")}
              placeholder={isBase ? "" : draft.title}
              error={errors.title}
              data-path="title"
              onChange={(event) => putTitle(event.currentTarget.value)}
            />
            {isBase && (
              <ImageField value={draft.image} error={errors.image} onChange={(image) => change({ image })} />
            )}
          </div>
        </Section>
        <Section title={t("infos.title")} description={infosHint ?? t("infos.lead")}>
          <InfosField
            infos={draft.verificationinfos}
            errors={errors}
            locale={locale}
            onChange={(verificationinfos) => change({ verificationinfos })}
          />
        </Section>
        {isBase && (
          <Section title={t("data.title")} description={t("data.lead")} framed>
            <DataField draft={draft} errors={errors} change={change} />
          </Section>
        )}
      </div>
      <aside className={classes.aside} aria-label={t("preview.title")}>
        <Section title={t("preview.title")} description={t("preview.lead")}>
          {preview}
        </Section>
      </aside>
    </div>
  );
}
