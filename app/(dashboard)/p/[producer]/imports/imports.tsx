"use client";

import { SegmentedControl } from "@mantine/core";
import { IconTableImport } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { parseAsStringLiteral } from "nuqs";
import { useId } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { useAddressFilters } from "@/app/ui/address-filters";
import { DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { wholeListOf } from "@/app/ui/list-query";
import { Moment } from "@/app/ui/moment";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { ImportState } from "./import-state";
import classes from "./imports.module.css";
import { importsQuery } from "./queries";

const Upload = dynamic(() => import("./_upload/upload"), { ssr: false });

const POLL_INTERVAL_MS = 2_000;
const KINDS = ["items", "groups"] as const;
const PARSERS = { kind: parseAsStringLiteral(KINDS).withDefault("items") };

/** Imports of the producer, newest first, and the upload of a new file. */
export function Imports() {
  const t = useTranslations("imports");
  const tNav = useTranslations("shell.nav");
  const format = useFormatter();
  const question = useId();
  const canEdit = useCan("editor");
  const [{ kind }, setFilters] = useAddressFilters(PARSERS);
  const query = useQuery({
    ...importsQuery(useTRPC()),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state, job }) => state === "uploading" || job?.state === "running")
        ? POLL_INTERVAL_MS
        : false,
  });
  return (
    <>
      <PageHeader title={t("title")} description={t("lead")} back={{ href: `/${kind}`, label: tNav(kind) }} />
      {canEdit && (
        <div className={classes.new}>
          <p id={question} className={classes.question}>
            {t("upload.what")}
          </p>
          <SegmentedControl
            aria-labelledby={question}
            value={kind}
            onChange={(chosen) => setFilters({ kind: KINDS.find((one) => one === chosen) ?? null })}
            data={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          />
          <div className={classes.place}>
            <Upload kind={kind} />
          </div>
        </div>
      )}
      <DataList
        label={t("title")}
        query={wholeListOf(query, (rows) => rows)}
        rowId={({ id }) => id}
        rowName={({ fileName }) => fileName}
        href={({ id }) => `/imports/${id}`}
        empty={
          <EmptyState icon={IconTableImport} title={t("empty.title")}>
            {t("empty.text")}
          </EmptyState>
        }
        columns={[
          { key: "file", header: t("columns.file"), cell: ({ fileName, id }) => fileName || id },
          { key: "kind", header: t("columns.kind"), width: "7rem", cell: ({ kind }) => t(`kind.${kind}`) },
          {
            key: "rows",
            header: t("columns.rows"),
            width: "7rem",
            align: "end",
            cell: ({ rows }) => format.number(rows),
          },
          {
            key: "state",
            header: t("columns.outcome"),
            width: "13rem",
            cell: (of) => <ImportState of={of} />,
          },
          {
            key: "by",
            header: t("columns.by"),
            width: "11rem",
            from: "lg",
            cell: ({ actorName }) => actorName,
          },
          {
            key: "created",
            header: t("columns.created"),
            width: "9.5rem",
            cell: ({ createdAt }) => <Moment at={createdAt} />,
          },
        ]}
      />
    </>
  );
}
