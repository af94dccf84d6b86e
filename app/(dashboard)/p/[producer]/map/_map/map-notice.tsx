"use client";

import { Button, Loader } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useFailureText } from "@/app/ui/failure";
import classes from "./map.module.css";
import { type MapState, NO_FILTERS } from "./map-state";
import type { ShownCells } from "./view";

interface MapNoticeProps {
  shown: ShownCells;
  countries: UseQueryResult<unknown[], unknown>;
  days: UseQueryResult<unknown[], unknown>;
  mapState: MapState;
}

/** Message over the map: loading, failed or empty, with the next step. */
export function MapNotice({ shown, countries, days, mapState }: MapNoticeProps) {
  const t = useTranslations("map.notice");
  const tErrors = useTranslations("errors");
  const tList = useTranslations("common.list");
  const failureText = useFailureText();
  const { state, setState, isFiltered } = mapState;
  const isWholeYear = state.range === "365" && state.from === null && state.to === null;
  const failed = [shown.query, countries, days].filter(({ isError }) => isError);
  const [failure] = failed;
  if (failure)
    return (
      <div className={classes.notice} role="alert">
        <p>{failureText(failure.error)}</p>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            for (const query of failed) void query.refetch();
          }}
        >
          {tErrors("retry")}
        </Button>
      </div>
    );
  const isEmpty = days.data?.length === 0;
  return (
    <div role="status" className={classes.notices}>
      {shown.query.isPending && (
        <div className={classes.notice}>
          <Loader size="xs" aria-hidden /> <p>{t("loading")}</p>
        </div>
      )}
      {isEmpty && (
        <div className={classes.notice}>
          <p>{t(isFiltered ? "nothingMatches" : "empty")}</p>
          {isFiltered ? (
            <Button size="compact-sm" variant="default" onClick={() => void setState(NO_FILTERS)}>
              {tList("clearFilters")}
            </Button>
          ) : isWholeYear ? null : (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => void setState({ range: "365", from: null, to: null, at: null })}
            >
              {t("wholeYear")}
            </Button>
          )}
        </div>
      )}
      {!isEmpty && shown.query.data && shown.clusters.length === 0 && (
        <div className={classes.notice}>
          <p>{t("nothingHere")}</p>
        </div>
      )}
    </div>
  );
}
