"use client";

import { Button, Skeleton } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { AS } from "@/app/ui/list-parts";
import { LoadFailed } from "@/app/ui/load-failed";
import { usePercent } from "@/app/ui/percent";
import { ENOUGH_SCANS } from "@/server/core/enough-scans";
import classes from "./breakdown.module.css";
import { Panel } from "./panel";

/** One row of a breakdown. */
export interface Line {
  key: string;
  name: string;
  /** Links to the row's scans and to its fakes; undefined if no list can be filtered to them. */
  href: string | undefined;
  fakesHref: string | undefined;
  scans: number;
  fakes: number;
  /** The count is capped: there are more scans than were counted. */
  isMore?: boolean;
}

interface BreakdownProps<Data> {
  title: string;
  /** What the rows stand for. */
  of: string;
  /** Names are data, which browsers should not translate. */
  isOfData?: boolean | undefined;
  /** The figure that the bars show. */
  by: "scans" | "fakes";
  query: UseQueryResult<Data, unknown>;
  linesOf: (data: Data) => Line[];
  empty: string;
}

const MAX_COLLAPSED_LINES = 6;

/** Scans and fakes by one property, largest first; each figure links to the scans it counts. */
export function Breakdown<Data>({ title, of, by, query, linesOf, empty, isOfData }: BreakdownProps<Data>) {
  const t = useTranslations("overview.breakdown");
  const [isWhole, setWhole] = useState(false);
  const lines = query.data === undefined ? undefined : linesOf(query.data);
  if (!lines) {
    return (
      <Panel title={title}>
        {query.isError ? (
          <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton className={classes.waiting} />
        )}
      </Panel>
    );
  }
  const shown = isWhole ? lines : lines.slice(0, MAX_COLLAPSED_LINES);
  const max = Math.max(1, ...lines.map((line) => line[by]));
  return (
    <Panel title={title}>
      {lines.length === 0 ? (
        <p className={classes.empty}>{empty}</p>
      ) : (
        <table {...AS.table} className={classes.table} data-stale={query.isPlaceholderData || undefined}>
          <thead {...AS.rowgroup}>
            <tr {...AS.row}>
              <th {...AS.columnheader} scope="col">
                {of}
              </th>
              <th {...AS.columnheader} scope="col">
                {t("scans")}
              </th>
              <th {...AS.columnheader} scope="col">
                {t("fakes")}
              </th>
              <th {...AS.columnheader} scope="col">
                {t("rate")}
              </th>
            </tr>
          </thead>
          <tbody {...AS.rowgroup}>
            {shown.map((line) => (
              <Row key={line.key} line={line} part={line[by] / max} by={by} isOfData={isOfData} />
            ))}
          </tbody>
        </table>
      )}
      {lines.length > MAX_COLLAPSED_LINES && (
        <Button variant="subtle" size="compact-sm" mt="0.5rem" onClick={() => setWhole(!isWhole)}>
          {isWhole ? t("fewer") : t("all", { count: lines.length })}
        </Button>
      )}
    </Panel>
  );
}

interface RowProps extends Pick<BreakdownProps<unknown>, "by" | "isOfData"> {
  line: Line;
  part: number;
}

function Row({ line, part, by, isOfData }: RowProps) {
  const t = useTranslations("overview.breakdown");
  const format = useFormatter();
  const percent = usePercent();
  const { name, href, fakesHref, scans, fakes, isMore } = line;
  const count = format.number(scans);
  return (
    <tr {...AS.row}>
      <th {...AS.rowheader} scope="row" translate={isOfData ? "no" : undefined}>
        {href ? (
          <Link href={href} className={classes.name}>
            {name}
          </Link>
        ) : (
          <span className={classes.name}>{name}</span>
        )}
        <span className={classes.track} aria-hidden>
          <span className={classes.bar} data-by={by} style={{ width: `${Math.max(1, 100 * part)}%` }} />
        </span>
      </th>
      <td {...AS.cell}>
        <Figure href={href}>{isMore ? t("more", { count }) : count}</Figure>
      </td>
      <td {...AS.cell}>
        <Figure href={fakesHref}>{format.number(fakes)}</Figure>
      </td>
      <td {...AS.cell}>{isMore ? "" : scans < ENOUGH_SCANS ? "–" : percent(fakes / scans)}</td>
    </tr>
  );
}

const Figure = ({ href, children }: { href: string | undefined; children: string }) =>
  href ? <Link href={href}>{children}</Link> : children;
