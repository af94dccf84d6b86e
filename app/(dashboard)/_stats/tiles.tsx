"use client";

import { Skeleton } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { LoadFailed } from "@/app/ui/load-failed";
import { usePercent } from "@/app/ui/percent";
import { Change } from "./change";
import { fakeRateOf, scansOf } from "./figures";
import type { Range } from "./preset-range";
import { useActiveItems, useTotals } from "./queries";
import { useScansHref } from "./scope";
import classes from "./tiles.module.css";

interface TileProps {
  name: string;
  href: string;
  /** Undefined while loading. */
  figure: string | undefined;
  children?: ReactNode;
}

function Tile({ name, href, figure, children }: TileProps) {
  const id = useId();
  return (
    <li className={classes.tile}>
      <span id={`${id}name`} className={classes.name}>
        {name}
      </span>
      {figure === undefined ? (
        <>
          <Skeleton height="1.75rem" width="6rem" my="0.25rem" />
          <Skeleton height="0.75rem" width="min(9rem, 100%)" mt="0.625rem" />
        </>
      ) : (
        <>
          <Link
            id={`${id}figure`}
            href={href}
            className={classes.figure}
            aria-labelledby={`${id}name ${id}figure`}
          >
            {figure}
          </Link>
          {children}
        </>
      )}
    </li>
  );
}

/** Key figures of a range, compared with the period before. */
export function Tiles({ range, country }: { range: Range; country: string | undefined }) {
  const t = useTranslations("overview.tiles");
  const format = useFormatter();
  const percent = usePercent();
  const hrefOf = useScansHref();
  const totals = useTotals({ range, country });
  const active = useActiveItems(range);
  const failed = totals.data ? undefined : (totals.error ?? undefined);
  if (failed) return <LoadFailed error={failed} onRetry={() => void totals.refetch()} />;
  const { now, before } = totals.data ?? {};
  const rate = now && fakeRateOf(now);
  return (
    <ul className={classes.tiles}>
      <Tile name={t("scans")} href={hrefOf(range, { country })} figure={now && format.number(scansOf(now))}>
        <Change now={now && scansOf(now)} before={before && scansOf(before)} />
      </Tile>
      <Tile
        name={t("fakes")}
        href={hrefOf(range, { country, verdict: "fake" })}
        figure={now && format.number(now.fake)}
      >
        <Change now={now?.fake} before={before?.fake} />
      </Tile>
      <Tile
        name={t("fakeRate")}
        href={hrefOf(range, { country, verdict: "fake" })}
        figure={now && (rate === undefined ? t("none") : percent(rate))}
      >
        <Change now={rate} before={before && fakeRateOf(before)} isRate />
      </Tile>
      {country === undefined && (
        <Tile
          name={t("activeItems")}
          href={hrefOf(range, {})}
          figure={active.data ? format.number(active.data.now) : active.isError ? t("none") : undefined}
        >
          <Change now={active.data?.now} before={active.data?.before} />
        </Tile>
      )}
    </ul>
  );
}
