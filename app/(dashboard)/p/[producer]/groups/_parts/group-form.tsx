"use client";

import { useTranslations } from "use-intl";
import { AppPreview } from "../../items/_editor/app-preview";
import { DescriptionForm } from "../../items/_editor/description-form";
import { type Description, NOTHING_SAID } from "../../items/_editor/draft";

interface GroupFormProps<Saved> {
  /** Of the form, among all forms. */
  name: string;
  before: Description;
  /** A member as it is without the group: the preview shows it with what is typed. */
  member?: Description | undefined;
  action: string;
  cancelHref: string;
  save: (description: Description) => Promise<Saved>;
  /** Goes on from here with what `save` answered. */
  onSaved: (saved: Saved) => void;
}

/** What a group says for all its items. */
export function GroupForm<Saved>({ member = NOTHING_SAID, ...form }: GroupFormProps<Saved>) {
  const t = useTranslations("groups.form");
  return (
    <DescriptionForm
      titleHint={t("titleHint")}
      infosHint={t("infosHint")}
      preview={(description, locale) => <AppPreview item={member} group={description} locale={locale} />}
      {...form}
    />
  );
}
