"use client";

import { useForm } from "@mantine/form";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { usePlaceFaults } from "@/app/ui/form";
import { AppPreview } from "../../items/_editor/app-preview";
import { DescriptionEditor } from "../../items/_editor/description-editor";
import { type Description, type Draft, descriptionOf, draftOf } from "../../items/_editor/draft";
import { FormFoot } from "../../items/_editor/form-foot";
import { faultsOfChanges, useDraftFaults } from "../../items/_editor/use-draft-faults";
import { useLeaveGuard } from "../../items/_editor/use-leave-guard";

interface GroupFormProps {
  before: Description;
  /** A member as it is without the group: the preview shows it with what is typed. */
  member: Description | undefined;
  action: string;
  cancelHref: string;
  /** Writes it, and goes on from here. */
  onSave: (description: Description) => Promise<void>;
}

/** What a group says for all its items. */
export function GroupForm({ before, member, action, cancelHref, onSave }: GroupFormProps) {
  const t = useTranslations("groups");
  const placeFaults = usePlaceFaults();
  const draftFaults = useDraftFaults();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useForm<Draft>({ initialValues: draftOf(before) });
  const [saved, setSaved] = useState(false);
  useLeaveGuard(form.isDirty() && !saved);

  const submit = form.onSubmit(async (values) => {
    const faults = draftFaults(values);
    form.setErrors(faults);
    setFailure(undefined);
    if (Object.keys(faults).length > 0) return setFailure(Object.values(faults).join(" "));
    setBusy(true);
    try {
      await onSave(descriptionOf(values));
      setSaved(true);
    } catch (error) {
      setFailure(placeFaults(form, faultsOfChanges(error)));
    } finally {
      setBusy(false);
    }
  });

  const nothing: Description = { data: {}, verificationinfos: [] };
  return (
    <form onSubmit={submit} noValidate>
      <DescriptionEditor
        draft={form.values}
        errors={form.errors}
        change={(part) => form.setValues(part)}
        titleHint={t("form.titleHint")}
        infosHint={t("form.infosHint")}
        preview={(locale) => (
          <AppPreview item={member ?? nothing} group={descriptionOf(form.values)} locale={locale} />
        )}
      />
      <FormFoot failure={failure} busy={busy} action={action} cancelHref={cancelHref} />
    </form>
  );
}
