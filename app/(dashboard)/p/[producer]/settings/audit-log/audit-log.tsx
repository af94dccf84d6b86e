"use client";

import { Button, Select, Skeleton } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { parseAsStringLiteral } from "nuqs";
import { useTranslations } from "use-intl";
import { useAddressFilters } from "@/app/ui/address-filters";
import { parseAsId } from "@/app/ui/address-parsers";
import { EmptyState } from "@/app/ui/empty-state";
import { ExportButton } from "@/app/ui/export/export-button";
import { NothingMatches } from "@/app/ui/list-parts";
import { LoadFailed } from "@/app/ui/load-failed";
import { MoreOf } from "@/app/ui/more-of";
import { PageHeader } from "@/app/ui/page-header";
import { useSignedIn } from "@/app/ui/signed-in";
import timeline from "@/app/ui/timeline.module.css";
import { useTRPC } from "@/app/ui/trpc";
import { KINDS } from "@/server/domain/audit-log/schema";
import { AuditEntry } from "./audit-entry";
import classes from "./audit-log.module.css";

const FILTERS = { kind: parseAsStringLiteral(KINDS), target: parseAsId };

/** Audit log of the producer, newest first. */
export function Activity() {
  const t = useTranslations("auditLog");
  const { chosen } = useSignedIn();
  const [{ kind, target }, setFilters] = useAddressFilters(FILTERS);
  const filter = { ...(kind && { kind }), ...(target && { target }) };
  const query = useInfiniteQuery(
    useTRPC().auditEvents.list.infiniteQueryOptions(
      { filter, limit: 25 },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  );
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("lead", { producer: chosen?.producerName ?? "" })}
        back={{ href: "/settings", label: t("back") }}
        actions={
          <>
            <Button component="a" href="/docs/guides/siem" target="_blank" variant="default">
              {t("siem")}
            </Button>
            <ExportButton wish={{ list: "auditLog", filter }} />
          </>
        }
      />
      <search className={classes.filters}>
        <Select
          aria-label={t("of")}
          placeholder={t("everything")}
          clearable
          clearButtonProps={{ "aria-label": t("everything") }}
          data={KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          value={kind}
          onChange={(value) => setFilters({ kind: KINDS.find((one) => one === value) ?? null })}
        />
        {target && (
          <Button variant="default" onClick={() => setFilters({ target: null })}>
            {t("everyTarget")}
          </Button>
        )}
      </search>
      {query.isError && entries.length === 0 ? (
        <LoadFailed error={query.error} onRetry={() => query.refetch()} />
      ) : query.isPending ? (
        <Skeleton height={420} radius="md" />
      ) : entries.length === 0 && (kind || target) ? (
        <NothingMatches onClearFilters={() => setFilters(null)} />
      ) : entries.length === 0 ? (
        <EmptyState icon={IconHistory} title={t("empty.title")}>
          {t("empty.text")}
        </EmptyState>
      ) : (
        <ol className={timeline.entries} aria-label={t("title")}>
          {entries.map((entry) => (
            <AuditEntry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      <MoreOf query={query} />
    </>
  );
}
