"use client";

import { Button } from "@mantine/core";
import { IconUserQuestion } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { wholeListOf } from "@/app/ui/list-query";
import { Moment } from "@/app/ui/moment";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { AppRouter } from "@/server/trpc/root";
import { usePatternWords } from "./pattern-words";
import classes from "./patterns.module.css";

type Pattern = inferRouterOutputs<AppRouter>["codePatterns"]["list"][number];

/** What a claim made of scans and reports from before it. */
function Past({ pattern: { state, sweep, sweptAt, attributed } }: { pattern: Pattern }) {
  const t = useTranslations("codePatterns.list");
  const format = useFormatter();
  if (state === "active" && sweep !== "done")
    return sweptAt
      ? t("sweeping", { date: format.dateTime(sweptAt, { dateStyle: "medium" }) })
      : t("starting");
  return attributed > 0 ? t("past", { count: attributed }) : null;
}

function Delete({ pattern: { id, text }, onClose }: { pattern: Pattern; onClose: () => void }) {
  const t = useTranslations("codePatterns.remove");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const withdraw = useMutation(trpc.codePatterns.withdraw.mutationOptions());
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("title", { text })}
      action={t("action")}
      danger
      onConfirm={async () => {
        await withdraw.mutateAsync({ id });
        toast.done(t("done"));
        await queryClient.invalidateQueries(trpc.codePatterns.pathFilter());
      }}
    >
      {t("text")}
    </ConfirmDialog>
  );
}

/** The claims of the producer, newest first. */
export function PatternList() {
  const t = useTranslations("codePatterns");
  const format = useFormatter();
  const words = usePatternWords();
  const canEdit = useCan("editor");
  const [deleted, setDeleted] = useState<Pattern>();
  const query = useQuery(useTRPC().codePatterns.list.queryOptions());
  const mayEnd = (pattern: Pattern) => pattern.state === "active" || pattern.state === "contested";
  return (
    <>
      <DataList
        label={t("list.title")}
        query={wholeListOf(query, (patterns) => patterns)}
        rowId={({ id }) => id}
        rowName={({ text }) => text}
        usualRows={3}
        empty={
          <EmptyState icon={IconUserQuestion} title={t("list.empty.title")}>
            {t("list.empty.text")}
          </EmptyState>
        }
        columns={[
          {
            key: "pattern",
            header: t("list.pattern"),
            cell: ({ kind, text }) => (
              <span className={classes.pattern}>
                <span className={classes.code}>{text}</span>
                <span className={classes.small}>{words(kind, text)}</span>
              </span>
            ),
          },
          {
            key: "state",
            header: t("list.state"),
            width: "16rem",
            cell: (pattern) => (
              <span className={classes.pattern}>
                <span>{t(`states.${pattern.state}`)}</span>
                <span className={classes.small}>
                  {pattern.note ? t("list.note", { note: pattern.note }) : <Past pattern={pattern} />}
                </span>
              </span>
            ),
          },
          {
            key: "scans",
            header: t("list.scans"),
            width: "6rem",
            align: "end",
            cell: ({ scans }) => format.number(scans),
          },
          {
            key: "claimed",
            header: t("list.claimed"),
            width: "9.5rem",
            from: "lg",
            cell: ({ createdAt }) => <Moment at={createdAt} />,
          },
          ...(canEdit
            ? [
                {
                  key: "actions",
                  header: t("list.actions"),
                  hideHeader: true,
                  width: "9.5rem",
                  cell: (pattern: Pattern) =>
                    mayEnd(pattern) && (
                      <Button
                        variant="default"
                        size="compact-sm"
                        onClick={() => setDeleted(pattern)}
                        aria-label={`${t("list.delete")}: ${pattern.text}`}
                      >
                        {t("list.delete")}
                      </Button>
                    ),
                },
              ]
            : []),
        ]}
      />
      {deleted && <Delete pattern={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  );
}
