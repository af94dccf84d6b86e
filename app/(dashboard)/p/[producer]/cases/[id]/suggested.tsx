"use client";

import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useCountryName } from "@/app/ui/country";
import { Link } from "@/app/ui/link";
import { LoadFailed } from "@/app/ui/load-failed";
import { Moment } from "@/app/ui/moment";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { Verdict } from "@/app/ui/verdict";
import { caseQueries } from "../queries";
import type { Links, Suggestions } from "../types";
import classes from "./case-page.module.css";

const OF_SCANS = ["device", "item", "place"] as const;

/** What shares a device, an item, a place, a seller or the beginning of a code with a case, to be added with a click. */
export function Suggested({ id }: { id: string }) {
  const t = useTranslations("cases.suggestions");
  const { data, error, refetch } = useQuery(caseQueries(useTRPC(), id).suggestions);
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const isEmpty =
    data.code.length === 0 &&
    data.seller.length === 0 &&
    OF_SCANS.every((reason) => data[reason].length === 0);
  return (
    <section aria-label={t("title")}>
      <h2 className={classes.title}>{t("title")}</h2>
      {isEmpty && <p className={classes.dim}>{t("none")}</p>}
      {OF_SCANS.map((reason) => (
        <Reason key={reason} id={id} title={t(reason)} kind="scan" refs={data[reason].map((scan) => scan.id)}>
          {(index) => data[reason][index] && <ScanLine scan={data[reason][index]} />}
        </Reason>
      ))}
      <Reason id={id} title={t("seller")} kind="report" refs={data.seller.map((report) => report.id)}>
        {(index) => data.seller[index] && <ReportLine report={data.seller[index]} />}
      </Reason>
      <Reason id={id} title={t("code")} kind="code" refs={data.code.map(({ code }) => code)}>
        {(index) => data.code[index] && <CodeLine code={data.code[index]} />}
      </Reason>
    </section>
  );
}

function ScanLine({ scan }: { scan: Suggestions["place"][number] }) {
  const countryName = useCountryName();
  return (
    <>
      <Link href={`/scans/${scan.id}`}>{scan.itemTitle ?? scan.identifier}</Link>{" "}
      <Verdict of={scan.copyclassification} /> <span>{countryName(scan.country)}</span>{" "}
      <Moment at={scan.timestamp} />
    </>
  );
}

function ReportLine({
  report: { host, identifier, text, timestamp },
}: {
  report: Suggestions["seller"][number];
}) {
  return (
    <>
      <strong>{host}</strong> <code>{identifier}</code> {text && <span>{text}</span>}{" "}
      <Moment at={timestamp} />
    </>
  );
}

function CodeLine({ code: { code, sightings, lastSeen } }: { code: Suggestions["code"][number] }) {
  const t = useTranslations("cases.suggestions");
  return (
    <>
      <Link href={`/unregistered-codes?${new URLSearchParams({ identifier: code })}`}>
        <code>{code}</code>
      </Link>{" "}
      <span>{t("seen", { count: sightings })}</span> <Moment at={lastSeen} />
    </>
  );
}

interface ReasonProps {
  id: string;
  title: string;
  kind: Links["kind"];
  refs: string[];
  children: (index: number) => ReactNode;
}

function Reason({ id, title, kind, refs, children }: ReasonProps) {
  const t = useTranslations("cases.suggestions");
  const trpc = useTRPC();
  const client = useQueryClient();
  const toast = useToast();
  const link = useMutation(
    trpc.cases.link.mutationOptions({
      onSuccess: async ({ added }) => {
        toast.done(t("added", { count: added }));
        await client.invalidateQueries(trpc.cases.pathFilter());
      },
      onError: toast.failed,
    }),
  );
  if (refs.length === 0) return null;
  const button = (label: string, wanted: string[]) => (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconPlus size={14} aria-hidden />}
      disabled={link.isPending}
      onClick={() => link.mutate({ id, kind, refs: wanted })}
    >
      {label}
    </Button>
  );
  return (
    <div className={classes.reason}>
      <div className={classes.reasonHead}>
        <h3>{title}</h3>
        {refs.length > 1 && button(t("addAll", { count: refs.length }), refs)}
      </div>
      <ul>
        {refs.map((ref, index) => (
          <li key={ref}>
            <span className={classes.line}>{children(index)}</span>
            {button(t("add"), [ref])}
          </li>
        ))}
      </ul>
    </div>
  );
}
