"use client";

import { Skeleton } from "@mantine/core";
import { IconMapQuestion } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Elsewhere } from "@/app/ui/elsewhere";
import { EmptyState } from "@/app/ui/empty-state";
import { failureOf } from "@/app/ui/failure";
import { Link } from "@/app/ui/link";
import { LoadFailed } from "@/app/ui/load-failed";
import { PageHeader } from "@/app/ui/page-header";
import { useCan, useHasRole } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { AlertState } from "../alert-state";
import classes from "./alert.module.css";
import { Behind } from "./behind";
import { AlertFacts } from "./facts";
import { Moves } from "./moves";
import { Notes } from "./notes";

/** Page of one alert: its evidence, its notes and the next steps. */
export function Alert({ id }: { id: string }) {
  const t = useTranslations("alerts");
  const canEdit = useCan("editor");
  const isEditor = useHasRole("editor");
  const query = useQuery(useTRPC().alerts.get.queryOptions({ id }));
  const alert = query.data;
  const isAbsent = query.isError && failureOf(query.error).status === 404;
  return (
    <>
      <PageHeader
        title={alert?.ruleName ?? t("title")}
        back={<Link href="/alerts">{t("one.back")}</Link>}
        badges={alert && <AlertState of={alert.state} />}
        description={isEditor ? undefined : t("one.viewerHint")}
        actions={alert && canEdit && <Moves alert={alert} />}
      />
      {alert ? (
        <div className={classes.parts}>
          <AlertFacts alert={alert} />
          <Notes alert={alert} />
          <Behind alert={alert} />
        </div>
      ) : isAbsent ? (
        <Elsewhere kind="alert" id={id}>
          <EmptyState icon={IconMapQuestion} title={t("one.notFound")}>
            {t("one.notFoundText")}
          </EmptyState>
        </Elsewhere>
      ) : query.isError ? (
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className={classes.parts}>
          <Skeleton height="8rem" />
          <Skeleton height="20rem" />
        </div>
      )}
    </>
  );
}
