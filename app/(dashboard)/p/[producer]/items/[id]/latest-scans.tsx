"use client";

import { IconScan } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "use-intl";
import { useCountryName } from "@/app/ui/country";
import { EmptyState } from "@/app/ui/empty-state";
import { AssessedVerdict } from "@/app/ui/finding";
import { Link } from "@/app/ui/link";
import { wholeListOf } from "@/app/ui/list-query";
import { Moment } from "@/app/ui/moment";
import { ShortList } from "@/app/ui/short-list";
import { systemName } from "@/app/ui/system-name";
import { useTRPC } from "@/app/ui/trpc";
import { scansHref } from "../../scans/hrefs";
import { Section } from "../_parts/section";
import { Places } from "./places";
import { itemQueries } from "./queries";

const MAX_SHOWN = 8;

/** Newest scans of the item, and the places where it was scanned. */
export function LatestScans({ identifier }: { identifier: string }) {
  const t = useTranslations("items.scans");
  const format = useFormatter();
  const query = useQuery(itemQueries(useTRPC(), identifier).scans);
  const scans = query.data?.entries ?? [];
  const countryOf = useCountryName();
  return (
    <Section
      title={t("title")}
      actions={scans.length > 0 && <Link href={scansHref({ item: identifier })}>{t("all")}</Link>}
    >
      <ShortList
        label={t("title")}
        excerpt
        query={wholeListOf(query, ({ entries }) => entries.slice(0, MAX_SHOWN))}
        rowId={({ id }) => id}
        rowName={({ timestamp }) =>
          format.dateTime(new Date(timestamp), { dateStyle: "medium", timeStyle: "short" })
        }
        href={({ id }) => `/scans/${id}`}
        empty={
          <EmptyState icon={IconScan} title={t("emptyTitle")}>
            {t("emptyText")}
          </EmptyState>
        }
        columns={[
          { key: "at", header: t("at"), cell: ({ timestamp }) => <Moment at={timestamp} /> },
          {
            key: "verdict",
            header: t("verdict"),
            width: "14.5rem",
            cell: ({ copyclassification, reasons }) => (
              <AssessedVerdict verdict={copyclassification} reasons={reasons} />
            ),
          },
          { key: "country", header: t("country"), cell: ({ country }) => countryOf(country) },
          {
            key: "os",
            header: t("os"),
            width: "7rem",
            from: "sm",
            cell: ({ os }) => (os ? systemName(os) : "–"),
          },
        ]}
      />
      <Places identifier={identifier} located={scans.find(({ latitude }) => latitude !== null)} />
    </Section>
  );
}
