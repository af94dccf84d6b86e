"use client";

import { useTranslations } from "use-intl";
import { AppPreview } from "../../items/_editor/app-preview";
import { type Description, NOTHING_SAID } from "../../items/_editor/draft";

/** Hints and preview of the form of a group; the preview merges the draft with a member's own values. */
export function useGroupForm(member: Description = NOTHING_SAID) {
  const t = useTranslations("groups.form");
  return {
    titleHint: t("titleHint"),
    infosHint: t("infosHint"),
    preview: (description: Description, locale: string) => (
      <AppPreview item={member} group={description} locale={locale} />
    ),
  };
}
