"use client";

import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConflictDialog } from "@/app/ui/conflict-dialog";
import { usePlaceFaults } from "@/app/ui/form";
import { FormFailure } from "@/app/ui/form-failure";
import { useRouter } from "@/app/ui/link";
import classes from "@/app/ui/section.module.css";
import { useToast } from "@/app/ui/toast";
import type { Outcome, Present } from "@/server/trpc/unless-stale";

interface Named {
  name: string;
  version?: string;
}

interface NameFormProps {
  label: string;
  description: string;
  autoComplete: string;
  name: string;
  /** Version, for a name that several people can edit. */
  version?: string;
  /** Saves the name and returns the stored one. */
  save: (values: { name: string; version: string }) => Promise<Outcome<Named, { name: string }>>;
  /** Message after saving. */
  saved: string;
}

/** Form for a name; a save refreshes the pages that show it. */
export function NameForm({ name, version = "", save, saved, ...field }: NameFormProps) {
  const tCommon = useTranslations("common");
  const router = useRouter();
  const toast = useToast();
  const placeFaults = usePlaceFaults();
  const [failure, setFailure] = useState<string>();
  const [opened, setOpened] = useState({ name, version });
  const [present, setPresent] = useState<Present<{ name: string }>>();
  const form = useForm({ initialValues: { name } });
  /** Continue from a saved name; what was typed since `sent` stays. */
  const take = ({ name, version = "" }: Named, sent: string) => {
    setOpened({ name, version });
    form.setInitialValues({ name });
    if (form.getValues().name === sent) form.setValues({ name });
  };
  const change = useMutation({
    mutationFn: save,
    onSuccess: (outcome, sent) => {
      if ("present" in outcome) return setPresent(outcome.present);
      take(outcome.saved, sent.name);
      toast.done(saved);
      router.refresh();
    },
    onError: (error) => setFailure(placeFaults(form, error)),
  });
  /** Continue from the saved state with the chosen value. */
  const resolve = ({ state, version }: Present<{ name: string }>, taken: ReadonlySet<string>) => {
    const mine = form.values.name;
    setPresent(undefined);
    take({ ...state, version }, mine);
    if (taken.has("name")) return router.refresh();
    form.setValues({ name: mine });
    change.mutate({ name: mine, version });
  };
  return (
    <form
      className={classes.form}
      onSubmit={form.onSubmit((values) => {
        setFailure(undefined);
        change.mutate({ ...values, version: opened.version });
      })}
    >
      <TextInput required maxLength={200} {...field} {...form.getInputProps("name")} />
      {present && (
        <ConflictDialog
          saved={present}
          differences={[{ field: "name", suggested: "mine" }]}
          show={() => ({ label: field.label, mine: form.values.name, theirs: present.state.name })}
          onClose={() => setPresent(undefined)}
          onChoose={(taken) => resolve(present, taken)}
        />
      )}
      <FormFailure>{failure}</FormFailure>
      <Button type="submit" variant="default" loading={change.isPending} disabled={!form.isDirty()}>
        {tCommon("save")}
      </Button>
    </form>
  );
}
