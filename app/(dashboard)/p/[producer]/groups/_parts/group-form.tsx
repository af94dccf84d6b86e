"use client";

import { useTranslations } from "use-intl";
import type { Outcome } from "@/server/trpc/unless-stale";
import { AppPreview } from "../../items/_editor/app-preview";
import { DescriptionForm, type Opened } from "../../items/_editor/description-form";
import { type Description, NOTHING_SAID } from "../../items/_editor/draft";

interface GroupFormProps<Saved> {
  /** Name of the form, unique among all forms; key of the kept draft. */
  name: string;
  before: Description;
  version?: string;
  /** A member without the group's values; the preview merges it with the draft. */
  member?: Description | undefined;
  action: string;
  cancelHref: string;
  save: (
    description: Description,
    identifier: string,
    opened: Opened,
  ) => Promise<Outcome<Saved, Description>>;
  /** Called with the result of `save`. */
  onSaved: (saved: Saved) => void;
}

/** Form for the description of a group. */
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
