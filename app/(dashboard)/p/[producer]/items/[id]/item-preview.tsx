"use client";

import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { AppPreview } from "../_editor/app-preview";
import { isObject, own } from "../_editor/json";
import { useLanguageName } from "../_editor/language-name";
import { BASE_LOCALE } from "../_editor/translations";
import { Section } from "../_parts/section";
import type { FoundItem } from "../types";

/** Approximate app view of the item, in each of its languages. */
export function ItemPreview({ found: { item, group } }: { found: FoundItem }) {
  const t = useTranslations("items.editor");
  const nameOf = useLanguageName();
  const [locale, setLocale] = useState(BASE_LOCALE);
  const localesIn = (data: typeof item.data | undefined) => {
    const i18n = data && own(data, "i18n");
    return isObject(i18n) ? Object.keys(i18n) : [];
  };
  const locales = [...new Set([BASE_LOCALE, ...localesIn(item.data), ...localesIn(group?.data)])];
  return (
    <Section
      title={t("preview.title")}
      actions={
        locales.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label={t("languages.shown")}
            value={locale}
            onChange={(event) => setLocale(event.currentTarget.value)}
            data={locales.map((tag) => ({ value: tag, label: nameOf(tag) }))}
          />
        )
      }
    >
      <AppPreview item={item} group={group ?? null} locale={locale} invalidated={item.isInvalidated} />
    </Section>
  );
}
