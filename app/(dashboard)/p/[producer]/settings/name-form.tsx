"use client";

import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { usePlaceFaults } from "@/app/ui/form";
import { FormFailure } from "@/app/ui/form-failure";
import { useRouter } from "@/app/ui/link";
import { useToast } from "@/app/ui/toast";
import classes from "./settings.module.css";

interface NameFormProps {
  label: string;
  description: string;
  autoComplete: string;
  name: string;
  /** Keeps it, and returns the name as it is from now on. */
  save: (values: { name: string }) => Promise<{ name: string }>;
  /** What is said once it is kept. */
  saved: string;
}

/** A name to be changed, which stands on every page. */
export function NameForm({ name, save, saved, ...field }: NameFormProps) {
  const tCommon = useTranslations("common");
  const router = useRouter();
  const toast = useToast();
  const placeFaults = usePlaceFaults();
  const [failure, setFailure] = useState<string>();
  const form = useForm({ initialValues: { name } });
  const change = useMutation({
    mutationFn: save,
    onSuccess: ({ name }) => {
      form.setInitialValues({ name });
      form.setValues({ name });
      toast.done(saved);
      router.refresh();
    },
    onError: (error) => setFailure(placeFaults(form, error)),
  });
  return (
    <form
      className={classes.form}
      onSubmit={form.onSubmit((values) => {
        setFailure(undefined);
        change.mutate(values);
      })}
    >
      <TextInput required maxLength={200} {...field} {...form.getInputProps("name")} />
      <FormFailure>{failure}</FormFailure>
      <Button type="submit" variant="default" loading={change.isPending} disabled={!form.isDirty()}>
        {tCommon("save")}
      </Button>
    </form>
  );
}
