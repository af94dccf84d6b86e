"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { IdCopy } from "@/app/ui/id-copy";
import { useCan, useHasRole, useSignedIn } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { NameForm } from "./name-form";
import { Section } from "./section";
import classes from "./settings.module.css";

/** The producer's name, which owners change, and its id. */
export function ProducerSettings() {
  const t = useTranslations("settings.producer");
  const { chosen } = useSignedIn();
  const isOwner = useHasRole("owner");
  const canRename = useCan("owner");
  if (!chosen) return null;
  return (
    <Section title={t("title")}>
      {canRename && <Rename key={chosen.producerId} name={chosen.producerName} />}
      <dl className={classes.facts}>
        {!canRename && (
          <div className={classes.fact}>
            <dt>{t("name")}</dt>
            <dd>{chosen.producerName}</dd>
            {!isOwner && <dd className={classes.dimmed}>{t("ownersOnly")}</dd>}
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
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const rename = useMutation(
    trpc.producers.rename.mutationOptions({
      onSuccess: () => void queryClient.invalidateQueries(trpc.producers.pathFilter()),
    }),
  );
  return (
    <NameForm
      label={t("name")}
      description={t("nameHint")}
      autoComplete="organization"
      name={name}
      save={rename.mutateAsync}
      saved={t("saved")}
    />
  );
}
