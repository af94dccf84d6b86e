"use client";

import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { usePlaceFaults } from "@/app/ui/form";
import { FormFailure } from "@/app/ui/form-failure";
import { IdCopy } from "@/app/ui/id-copy";
import { useCan, useSignedIn } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { Section } from "./section";
import classes from "./settings.module.css";

/** The producer's name, which owners change, and its id. */
export function ProducerSettings() {
  const t = useTranslations("settings.producer");
  const { chosen } = useSignedIn();
  const isOwner = useCan("owner");
  if (!chosen) return null;
  return (
    <Section title={t("title")}>
      {isOwner && <Rename key={chosen.producerId} name={chosen.producerName} />}
      <dl className={classes.facts}>
        {!isOwner && (
          <div className={classes.fact}>
            <dt>{t("name")}</dt>
            <dd>{chosen.producerName}</dd>
            <dd className={classes.dimmed}>{t("ownersOnly")}</dd>
          </div>
        )}
        <div className={classes.fact}>
          <dt>{t("id")}</dt>
          <dd>
            <IdCopy id={chosen.producerId} what={t("what")} />
          </dd>
        </div>
      </dl>
    </Section>
  );
}

function Rename({ name }: { name: string }) {
  const t = useTranslations("settings.producer");
  const tCommon = useTranslations("common");
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const toast = useToast();
  const placeFaults = usePlaceFaults();
  const [failure, setFailure] = useState<string>();
  const form = useForm({ initialValues: { name } });
  const rename = useMutation(
    trpc.producers.rename.mutationOptions({
      onSuccess: (producer) => {
        form.setInitialValues({ name: producer.name });
        form.setValues({ name: producer.name });
        toast.done(t("saved"));
        router.refresh();
        void queryClient.invalidateQueries(trpc.producers.pathFilter());
      },
      onError: (error) => setFailure(placeFaults(form, error)),
    }),
  );
  return (
    <form
      className={classes.form}
      onSubmit={form.onSubmit((values) => {
        setFailure(undefined);
        rename.mutate(values);
      })}
    >
      <TextInput
        label={t("name")}
        description={t("nameHint")}
        required
        maxLength={200}
        autoComplete="organization"
        {...form.getInputProps("name")}
      />
      <FormFailure>{failure}</FormFailure>
      <Button type="submit" variant="default" loading={rename.isPending} disabled={!form.isDirty()}>
        {tCommon("save")}
      </Button>
    </form>
  );
}
