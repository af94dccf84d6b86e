"use client";

import { IconScan } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslations } from "use-intl";
import { EmptyState } from "@/app/ui/empty-state";
import { Link } from "@/app/ui/link";
import { wholeListOf } from "@/app/ui/list-query";
import { LiveMark } from "@/app/ui/live/live-mark";
import { type ScanFeedOptions, useScanFeed } from "@/app/ui/live/scan-feed";
import { ShortList } from "@/app/ui/short-list";
import { useTRPC } from "@/app/ui/trpc";
import { useScanColumns } from "../scans/scan-columns";
import classes from "./latest-scans.module.css";

const MAX_SHOWN = 10;
const isAny = () => true;

/** Newest scans of the producer's items; `alongside` also receives each new scan. */
export function LatestScans({ alongside }: Pick<ScanFeedOptions, "alongside">) {
  const t = useTranslations("overview.latest");
  const columns = useScanColumns();
  const client = useQueryClient();
  const { queryKey, ...options } = useTRPC().overview.latestScans.queryOptions();
  const list = wholeListOf(useQuery({ queryKey, ...options }), (scans) => scans);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key never changes.
  const refresh = useCallback(() => void client.invalidateQueries({ queryKey }), [client]);
  const feed = useScanFeed({
    of: "latest",
    matches: isAny,
    rows: list.rows,
    held: false,
    refresh,
    renew: refresh,
    alongside,
  });
  return (
    <section aria-labelledby="latest">
      <div className={classes.head}>
        <h2 id="latest" className={classes.title}>
          {t("title")}
        </h2>
        <LiveMark state={feed.state} />
        <Link href="/scans" className={classes.all}>
          {t("all")}
        </Link>
      </div>
      <ShortList
        label={t("title")}
        query={{ ...list, rows: feed.rows.slice(0, MAX_SHOWN) }}
        isNew={feed.isNew}
        rowId={({ id }) => id}
        rowName={({ identifier }) => identifier}
        href={({ id }) => `/scans/${id}`}
        empty={
          <div className={classes.empty}>
            <EmptyState icon={IconScan} title={t("emptyTitle")}>
              {t("emptyText")}
            </EmptyState>
          </div>
        }
        excerpt
        columns={columns}
      />
    </section>
  );
}
