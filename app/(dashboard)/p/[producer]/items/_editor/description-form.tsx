"use client";

import { type UseFormReturnType, useForm } from "@mantine/form";
import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { usePlaceFaults } from "@/app/ui/form";
import { KeptDraftOffer, useKeptDraft } from "@/app/ui/kept-draft";
import { useLeaveGuard } from "@/app/ui/leave-guard";
import { DescriptionEditor } from "./description-editor";
import { type Description, type Draft, descriptionOf, draftOf } from "./draft";
import { FormFoot } from "./form-foot";
import { draftShape, withNewUids } from "./kept-draft";
import { BASE_LOCALE } from "./translations";
import { faultsOfChanges, useDraftFaults } from "./use-draft-faults";

/** The draft, and the identifier of an item that is made. */
export interface Values extends Draft {
  identifier: string;
}

interface DescriptionFormProps<Saved> {
  /** Of the form, among all forms. */
  name: string;
  before: Description;
  identifier?: string;
  /** Fields before the title. */
  first?: (form: UseFormReturnType<Values>) => ReactNode;
  /** What is said of the title in this place. */
  titleHint?: string | undefined;
  infosHint?: string;
  preview: (description: Description, locale: string) => ReactNode;
  action: string;
  cancelHref: string;
  save: (description: Description, identifier: string) => Promise<Saved>;
  /** Goes on from here with what `save` answered. */
  onSaved: (saved: Saved) => void;
}

/** Writes what an item or a group says of itself. What is typed is kept until it is saved or given up. */
export function DescriptionForm<Saved>({
  name,
  before,
  identifier = "",
  first,
  preview,
  action,
  cancelHref,
  save,
  onSaved,
  ...hints
}: DescriptionFormProps<Saved>) {
  const placeFaults = usePlaceFaults();
  const draftFaults = useDraftFaults();
  const [locale, setLocale] = useState(BASE_LOCALE);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useForm<Values>({ initialValues: { identifier, ...draftOf(before) } });
  const { values } = form;
  const isDirty = form.isDirty();
  const kept = useKeptDraft({ name, of: JSON.stringify(before), shape: draftShape, values, isDirty });
  useLeaveGuard(isDirty, { onGiveUp: kept.forget });

  const submit = form.onSubmit(async (values) => {
    const faults = draftFaults(values);
    form.setErrors(faults);
    setFailure(undefined);
    if (Object.keys(faults).length > 0) return setFailure(Object.values(faults).join(" "));
    setBusy(true);
    let saved: Saved;
    try {
      saved = await save(descriptionOf(values), values.identifier);
    } catch (error) {
      // The fields that faults are put at are those of the base language.
      flushSync(() => setLocale(BASE_LOCALE));
      return setFailure(placeFaults(form, faultsOfChanges(error)));
    } finally {
      setBusy(false);
    }
    form.resetDirty();
    kept.forget();
    onSaved(saved);
  });

  return (
    <form onSubmit={submit} noValidate>
      {kept.offered && (
        <KeptDraftOffer
          draft={kept.offered}
          onTake={() => {
            if (kept.offered) form.setValues(withNewUids(kept.offered.values));
            kept.close();
          }}
          onForget={kept.forget}
        />
      )}
      <DescriptionEditor
        draft={values}
        errors={form.errors}
        change={(part) => form.setValues(part)}
        locale={locale}
        onLocale={setLocale}
        first={first?.(form)}
        preview={preview(descriptionOf(values), locale)}
        {...hints}
      />
      <FormFoot failure={failure} busy={busy} action={action} cancelHref={cancelHref} />
    </form>
  );
}
