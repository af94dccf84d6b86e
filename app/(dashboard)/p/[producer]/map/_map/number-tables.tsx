"use client";

import { IconMap } from "@tabler/icons-react";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { useCountryName } from "@/app/ui/country";
import { type Column, DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import type { ListQuery } from "@/app/ui/list-query";
import { usePercent } from "@/app/ui/percent";
import { ENOUGH_SCANS } from "@/server/core/enough-scans";
import type { Cluster } from "./clusters";
import { allOf, type Counts, fakeRate, wantedOf } from "./counts";
import classes from "./map.module.css";
import type { CountryCounts, NumbersProps } from "./map-props";
import { usePlaceText } from "./place-text";

const FIRST_ROWS = 10;
const NO_COUNTRY = "ZZ";

/** List over loaded rows that shows the first ones until "more" is pressed. */
function useFirst<Row>(rows: Row[], { isPending, isPlaceholderData }: QueryState): ListQuery<Row> {
  const [isWhole, setWhole] = useState(false);
  return {
    rows: isWhole ? rows : rows.slice(0, FIRST_ROWS),
    pages: 1,
    isLoading: isPending,
    isStale: isPlaceholderData,
    failure: undefined,
    retry: () => {},
    hasMore: !isWhole && rows.length > FIRST_ROWS,
    isLoadingMore: false,
    loadMore: () => setWhole(true),
  };
}

interface QueryState {
  isPending: boolean;
  isPlaceholderData: boolean;
}

/** Columns: scans, fakes and fake rate. */
function useCountColumns<Row>(countsOf: (row: Row) => Counts): Column<Row>[] {
  const t = useTranslations("map.numbers");
  const format = useFormatter();
  const percent = usePercent();
  const number = (key: string, header: string, of: (counts: Counts) => number): Column<Row> => ({
    key,
    header,
    align: "end",
    width: "7rem",
    cell: (row) => format.number(of(countsOf(row))),
  });
  return [
    number("scans", t("scans"), allOf),
    number("fakes", t("fakes"), ({ fake }) => fake),
    {
      key: "rate",
      header: t("rate"),
      align: "end",
      width: "9rem",
      cell: (row) => {
        const counts = countsOf(row);
        return allOf(counts) < ENOUGH_SCANS ? (
          <span className={classes.dim}>{t("tooFew", { rate: percent(fakeRate(counts)) })}</span>
        ) : (
          percent(fakeRate(counts))
        );
      },
    },
  ];
}

const useNothing = () => {
  const t = useTranslations("map.numbers");
  return (
    <EmptyState icon={IconMap} title={t("empty")}>
      {t("emptyText")}
    </EmptyState>
  );
};

/** Every country, and the scans without a location. */
export function CountryTable({ countries, shown, mapState, href }: NumbersProps) {
  const t = useTranslations("map.numbers");
  const countryName = useCountryName();
  const nameOf = (value: string) => countryName(value === NO_COUNTRY ? null : value);
  const { verdict, group } = mapState.state;
  const rows = countries.filter((counts) => wantedOf(counts, verdict) > 0);
  const query = useFirst(rows, shown.query);
  const columns = useCountColumns<CountryCounts>((row) => row);
  return (
    <DataList
      label={t("countries")}
      query={query}
      rowId={({ value }) => value}
      rowName={({ value }) => nameOf(value)}
      href={({ value }) => href({ days: shown.shown, verdict, group, country: value })}
      empty={useNothing()}
      columns={[{ key: "country", header: t("country"), cell: ({ value }) => nameOf(value) }, ...columns]}
    />
  );
}

/** Every mark that the map shows. */
export function PlaceTable({ shown, onBox }: NumbersProps) {
  const t = useTranslations("map.numbers");
  const placeText = usePlaceText();
  const query = useFirst(shown.clusters, shown.query);
  const columns = useCountColumns<Cluster>(({ counts }) => counts);
  return (
    <DataList
      label={t("places")}
      query={query}
      rowId={({ id }) => id}
      rowName={({ latitude, longitude }) => placeText(latitude, longitude)}
      {...(onBox ? { onOpen: ({ box }: Cluster) => onBox(box) } : {})}
      empty={useNothing()}
      columns={[
        {
          key: "place",
          header: t("place"),
          cell: ({ latitude, longitude }) => placeText(latitude, longitude),
        },
        ...columns,
      ]}
    />
  );
}
