"use client";

import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "use-intl";
import type { Column } from "@/app/ui/data-list";
import { Moment } from "@/app/ui/moment";
import { StateMark } from "@/app/ui/state-mark";
import classes from "./request-log.module.css";
import type { ListedCall } from "./types";

/** Status of a call, with the code of its problem. */
export function CallStatus({ of: { status, code } }: { of: Pick<ListedCall, "status" | "code"> }) {
  const isGood = status < 400;
  return (
    <StateMark icon={isGood ? IconCircleCheck : IconAlertTriangle} tone={isGood ? "good" : "bad"}>
      {status}
      {code && (
        <span className={classes.code} translate="no">
          {code}
        </span>
      )}
    </StateMark>
  );
}

/** Columns of the request log. */
export function useCallColumns(): Column<ListedCall>[] {
  const t = useTranslations("requestLog");
  const format = useFormatter();
  return [
    {
      key: "call",
      header: t("columns.call"),
      cell: ({ method, path, skipped, status }) => (
        <span className={classes.call}>
          <code>
            {method} {path}
          </code>
          {skipped > 0 && (
            <span className={classes.skipped}>
              {t(status < 400 ? "skipped" : "skippedFailed", { count: skipped })}
            </span>
          )}
        </span>
      ),
    },
    {
      key: "status",
      header: t("columns.status"),
      width: "12rem",
      cell: (call) => <CallStatus of={call} />,
    },
    {
      key: "token",
      header: t("columns.token"),
      width: "11rem",
      from: "lg",
      cell: ({ token }) => token.name ?? t("deletedToken"),
    },
    {
      key: "ms",
      header: t("columns.ms"),
      width: "6rem",
      align: "end",
      from: "sm",
      cell: ({ ms }) => t("ms", { ms: format.number(ms) }),
    },
    {
      key: "at",
      header: t("columns.at"),
      width: "9.5rem",
      cell: ({ at }) => <Moment at={at} />,
    },
  ];
}
