"use client";

import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { LoadFailed } from "@/app/ui/load-failed";
import { Section } from "@/app/ui/section";
import { useTRPC } from "@/app/ui/trpc";
import { Quotas } from "../../../_storage/quotas";

/** Use of the producer's quotas. */
export function Quota() {
  const t = useTranslations("storage");
  const query = useQuery(useTRPC().producers.storage.queryOptions());
  return (
    <Section title={t("title")}>
      {query.isLoadingError ? (
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <>
          <Quotas storage={query.data} />
          <p>
            <Link href="/settings/storage">{t("viewUsage")}</Link>
          </p>
        </>
      ) : (
        <Skeleton height="15rem" />
      )}
    </Section>
  );
}
