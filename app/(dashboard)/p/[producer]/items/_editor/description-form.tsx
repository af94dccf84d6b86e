"use client";

import { type UseFormReturnType, useForm } from "@mantine/form";
import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { focusFirstFault, usePlaceFaults } from "@/app/ui/form";
import { KeptDraftOffer, useKeptDraft } from "@/app/ui/kept-draft";
import { useLeaveGuard } from "@/app/ui/leave-guard";
import type { Outcome } from "@/server/trpc/unless-stale";
import { type Conflict, DescriptionConflict } from "./description-conflict";
import { DescriptionEditor } from "./description-editor";
import {
  type Description,
  descriptionOf,
  draftOf,
  type Opened,
  unedited,
  type Values,
  withTrimmedTitle,
} from "./draft";
import { FormFoot } from "./form-foot";
import { KEPT_SHAPES, withNewUids } from "./kept-draft";
import { BASE_LOCALE } from "./translations";
import { faultsOfChanges, useDraftFaults } from "./use-draft-faults";

interface DescriptionFormProps<Saved> {
  /** Name of the form, unique among all forms; key of the kept draft. */
  name: string;
  before: Description;
  version?: string;
  identifier?: string;
  /** Fields above the title. */
  first?: (form: UseFormReturnType<Values>) => ReactNode;
  /** Hint for the title field. */
  titleHint?: string | undefined;
  infosHint?: string;
  preview: (description: Description, locale: string) => ReactNode;
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

/** Form for the description of an item or a group. The draft is kept until it is saved or discarded. */
export function DescriptionForm<Saved>({
  name,
  before,
  version = "",
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
  const [opened, setOpened] = useState<Opened>({ before, version });
  const [conflict, setConflict] = useState<Conflict>();
  const form = useForm<Values>({ initialValues: { identifier, ...draftOf(before) } });
  const { values } = form;
  const isDirty = form.isDirty();
  const kept = useKeptDraft({ name, of: opened, shapes: KEPT_SHAPES, values, isDirty });
  useLeaveGuard(isDirty, { onGiveUp: kept.forget });

  const send = async (values: Values, opened: Opened) => {
    const faults = draftFaults(values);
    setFailure(undefined);
    if (Object.keys(faults).length > 0) {
      // The faulty fields belong to the base language; they must be rendered before one gets the focus.
      flushSync(() => {
        setLocale(BASE_LOCALE);
        form.setErrors(faults);
        setFailure([...new Set(Object.values(faults))].join(" "));
      });
      return focusFirstFault(faults);
    }
    form.clearErrors();
    setBusy(true);
    const mine = descriptionOf(withTrimmedTitle(values, opened.before));
    let outcome: Outcome<Saved, Description>;
    try {
      outcome = await save(mine, values.identifier.trim(), opened);
    } catch (error) {
      // Faults refer to fields of the base language, so these must be rendered first.
      flushSync(() => setLocale(BASE_LOCALE));
      return setFailure(placeFaults(form, faultsOfChanges(error)));
    } finally {
      setBusy(false);
    }
    if ("present" in outcome) {
      const { present } = outcome;
      return setConflict({
        base: unedited(opened.before),
        mine,
        present: { ...present, state: unedited(present.state) },
      });
    }
    form.resetDirty();
    kept.forget();
    onSaved(outcome.saved);
  };
  const submit = form.onSubmit((values) => send(values, opened));

  /** Continue from the saved state with the chosen values. */
  const resolve = async (merged: Description, { state, version }: Conflict["present"]) => {
    const values = { identifier: form.values.identifier, ...draftOf(merged) };
    const opened = { before: state, version };
    setConflict(undefined);
    setOpened(opened);
    form.setValues(values);
    await send(values, opened);
  };

  return (
    <form onSubmit={submit} noValidate>
      {kept.offered && (
        <KeptDraftOffer
          draft={kept.offered}
          onTake={() => {
            if (kept.offered) {
              form.setValues(withNewUids(kept.offered.values));
              // What others saved since the draft was begun is a conflict when it is saved.
              if (kept.offered.isOutdated) setOpened(kept.offered.of);
            }
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
      {conflict && (
        <DescriptionConflict
          conflict={conflict}
          onClose={() => setConflict(undefined)}
          onChoose={(merged) => resolve(merged, conflict.present)}
        />
      )}
      <FormFoot failure={failure} busy={busy} action={action} cancelHref={cancelHref} />
    </form>
  );
}
