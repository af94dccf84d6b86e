"use client";

import { Skeleton } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { IdCopy } from "@/app/ui/id-copy";
import { LoadFailed } from "@/app/ui/load-failed";
import { NameForm } from "@/app/ui/name-form";
import { Section } from "@/app/ui/section";
import classes from "@/app/ui/section.module.css";
import { useCan, useHasRole, useSignedIn } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";

/** Name of the producer, which owners can change, and its id. */
export function ProducerSettings() {
  const t = useTranslations("settings.producer");
  const { chosen } = useSignedIn();
  const isOwner = useHasRole("owner");
  const canRename = useCan("owner");
  if (!chosen) return null;
  return (
    <Section title={t("title")}>
      {canRename && <Rename />}
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

function Rename() {
  const t = useTranslations("settings.producer");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const query = useQuery(trpc.producers.current.queryOptions());
  const rename = useMutation(
    trpc.producers.rename.mutationOptions({
      onSuccess: () => void queryClient.invalidateQueries(trpc.producers.pathFilter()),
    }),
  );
  if (query.isLoadingError) return <LoadFailed error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height="8.4rem" />;
  const { name, version } = query.data;
  return (
    <NameForm
      label={t("name")}
      description={t("nameHint")}
      autoComplete="organization"
      name={name}
      version={version}
      save={rename.mutateAsync}
      saved={t("saved")}
    />
  );
}
