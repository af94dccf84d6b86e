"use client";

import { Button, Skeleton } from "@mantine/core";
import { IconArrowRight, IconX } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Ref } from "react";
import { useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { LoadFailed } from "@/app/ui/load-failed";
import classes from "./area.module.css";
import { AreaCase } from "./area-case";
import { AreaFigures } from "./area-figures";
import { AreaRankings } from "./area-rankings";
import type { AreaProps } from "./map-props";
import { usePlaceText } from "./place-text";
import { mapQueries } from "./queries";

/** The selected part of the map in numbers, with the next steps. */
export function AreaCard({ ref, ...area }: AreaProps & { ref: Ref<HTMLElement> }) {
  const { box, mapState, days, source } = area;
  const t = useTranslations("map.area");
  const placeText = usePlaceText(2);
  const { verdict, country, group } = mapState.state;
  const totals = useQuery({
    ...mapQueries(source.calls, mapState.state).area(box, days),
    placeholderData: keepPreviousData,
  });
  const between = t("between", {
    one: placeText(box.south, box.west),
    other: placeText(box.north, box.east),
  });
  return (
    <section
      ref={ref}
      tabIndex={-1}
      className={classes.card}
      aria-labelledby="area"
      aria-describedby="area-place"
    >
      <header className={classes.head}>
        <div>
          <h2 id="area">{t("title")}</h2>
          <p id="area-place">{between}</p>
        </div>
        <div className={classes.actions}>
          <Button
            component={Link}
            href={source.href({ days, verdict, country, group, box })}
            rightSection={<IconArrowRight size={16} aria-hidden />}
          >
            {t("open")}
          </Button>
          {source.isOwn && <AreaCase {...area} />}
          <Button
            variant="default"
            leftSection={<IconX size={16} aria-hidden />}
            onClick={() => void mapState.setState({ box: null })}
          >
            {t("clear")}
          </Button>
        </div>
      </header>
      {totals.isPending && <Skeleton height="4.25rem" />}
      {totals.isError && <LoadFailed error={totals.error} onRetry={() => void totals.refetch()} />}
      {totals.data && <AreaFigures {...area} totals={totals.data} />}
      {source.isOwn && <AreaRankings {...area} />}
    </section>
  );
}
