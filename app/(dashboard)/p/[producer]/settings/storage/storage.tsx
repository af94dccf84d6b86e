"use client";

import { Alert, Skeleton } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { LoadFailed } from "@/app/ui/load-failed";
import { PageHeader } from "@/app/ui/page-header";
import { Section } from "@/app/ui/section";
import classes from "@/app/ui/section.module.css";
import { useSignedIn } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { Quotas } from "../../../../_storage/quotas";
import { Uses } from "../../../../_storage/uses";

/** Use of the producer's storage by kind, and how to free it. */
export function Storage() {
  const t = useTranslations("storage");
  const { chosen } = useSignedIn();
  const query = useQuery(useTRPC().producers.storage.queryOptions());
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("lead", { producer: chosen?.producerName ?? "" })}
        back={{ href: "/settings", label: t("back") }}
      />
      {query.isLoadingError ? (
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <>
          {query.data.isScanDataFull && (
            <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t("dropping.title")} mb="lg">
              {t("dropping.text")}
            </Alert>
          )}
          {!query.data.isMeasured && <p className={classes.dimmed}>{t("measuring")}</p>}
          <div className={classes.sections}>
            <Section title={t("quotas.title")}>
              <Quotas storage={query.data} />
            </Section>
            <Section title={t("uses.title")}>
              <Uses storage={query.data} isOwn />
            </Section>
          </div>
        </>
      ) : (
        <Skeleton height="30rem" />
      )}
    </>
  );
}
