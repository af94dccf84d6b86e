"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "use-intl";
import { useCountryName } from "@/app/ui/country";
import { listOf } from "@/app/ui/list-query";
import { Moment } from "@/app/ui/moment";
import { useTRPC } from "@/app/ui/trpc";
import { Verdict } from "@/app/ui/verdict";
import { AlertState } from "../../alerts/alert-state";
import { useFiguresText } from "../../alerts/texts";
import { itemHref } from "../../items/_parts/hrefs";
import { caseQueries } from "../queries";
import { LinkedList } from "./linked-list";

export function LinkedScans({ id }: { id: string }) {
  const t = useTranslations("cases.linked");
  const countryName = useCountryName();
  const query = useInfiniteQuery(caseQueries(useTRPC(), id).scans);
  return (
    <LinkedList
      caseId={id}
      kind="scan"
      label={t("scans")}
      query={listOf(query, ({ entries }) => entries)}
      rowName={({ identifier }) => identifier}
      href={({ scanId }) => `/scans/${scanId}`}
      columns={[
        { key: "item", header: t("item"), cell: ({ identifier, itemTitle }) => itemTitle ?? identifier },
        {
          key: "verdict",
          header: t("verdict"),
          width: "8.5rem",
          cell: ({ copyclassification }) => <Verdict of={copyclassification} />,
        },
        {
          key: "country",
          header: t("country"),
          width: "9rem",
          from: "sm",
          cell: ({ country }) => countryName(country),
        },
        {
          key: "time",
          header: t("time"),
          width: "9.5rem",
          cell: ({ timestamp }) => <Moment at={timestamp} />,
        },
      ]}
    />
  );
}

export function LinkedCodes({ id }: { id: string }) {
  const t = useTranslations("cases.linked");
  const format = useFormatter();
  const countryName = useCountryName();
  const query = useInfiniteQuery(caseQueries(useTRPC(), id).codes);
  return (
    <LinkedList
      caseId={id}
      kind="code"
      label={t("codes")}
      query={listOf(query, ({ entries }) => entries)}
      rowName={({ code }) => code}
      href={({ code }) => `/unregistered-codes?${new URLSearchParams({ identifier: code })}`}
      columns={[
        { key: "code", header: t("code"), cell: ({ code }) => <code>{code}</code> },
        {
          key: "sightings",
          header: t("sightings"),
          width: "6rem",
          align: "end",
          cell: ({ sightings }) => format.number(sightings),
        },
        {
          key: "countries",
          header: t("countries"),
          from: "sm",
          cell: ({ countries }) => format.list(countries.map(countryName), { type: "unit" }),
        },
        {
          key: "last",
          header: t("lastSeen"),
          width: "9.5rem",
          cell: ({ lastSeen }) => lastSeen && <Moment at={lastSeen} />,
        },
      ]}
    />
  );
}

export function LinkedReports({ id }: { id: string }) {
  const t = useTranslations("cases.linked");
  const tKind = useTranslations("reports.kind");
  const query = useInfiniteQuery(caseQueries(useTRPC(), id).reports);
  return (
    <LinkedList
      caseId={id}
      kind="report"
      label={t("reports")}
      query={listOf(query, ({ entries }) => entries)}
      rowName={({ identifier }) => identifier}
      columns={[
        {
          key: "text",
          header: t("text"),
          cell: ({ reportKind, text, place, sellerUrl, email }) => (
            <>
              <strong>{tKind(reportKind)}</strong>
              {[text, place, sellerUrl, email].filter(Boolean).map((one) => (
                <span key={one}> · {one}</span>
              ))}
            </>
          ),
        },
        { key: "item", header: t("item"), width: "12rem", from: "sm", cell: ({ identifier }) => identifier },
        {
          key: "time",
          header: t("reported"),
          width: "9.5rem",
          cell: ({ timestamp }) => <Moment at={timestamp} />,
        },
      ]}
    />
  );
}

export function LinkedAlerts({ id }: { id: string }) {
  const t = useTranslations("cases.linked");
  const figuresText = useFiguresText();
  const query = useInfiniteQuery(caseQueries(useTRPC(), id).alerts);
  return (
    <LinkedList
      caseId={id}
      kind="alert"
      label={t("alerts")}
      query={listOf(query, ({ entries }) => entries)}
      rowName={({ ruleName }) => ruleName}
      href={({ alertId }) => `/alerts/${alertId}`}
      columns={[
        { key: "rule", header: t("rule"), width: "30%", cell: ({ ruleName }) => ruleName },
        { key: "cause", header: t("cause"), from: "sm", cell: ({ figures }) => figuresText(figures) },
        { key: "state", header: t("state"), width: "10rem", cell: ({ state }) => <AlertState of={state} /> },
        { key: "time", header: t("time"), width: "9.5rem", cell: ({ openedAt }) => <Moment at={openedAt} /> },
      ]}
    />
  );
}

export function LinkedItems({ id }: { id: string }) {
  const t = useTranslations("cases.linked");
  const query = useInfiniteQuery(caseQueries(useTRPC(), id).items);
  return (
    <LinkedList
      caseId={id}
      kind="item"
      label={t("items")}
      query={listOf(query, ({ entries }) => entries)}
      rowName={({ identifier }) => identifier}
      href={({ identifier }) => itemHref(identifier)}
      columns={[
        { key: "item", header: t("item"), cell: ({ identifier, title }) => title ?? identifier },
        {
          key: "state",
          header: t("state"),
          width: "8rem",
          cell: ({ isDeleted, invalidatedAt }) =>
            isDeleted ? t("deleted") : invalidatedAt ? t("invalid") : null,
        },
        {
          key: "added",
          header: t("added"),
          width: "9.5rem",
          cell: ({ addedAt }) => <Moment at={addedAt} />,
        },
      ]}
    />
  );
}
