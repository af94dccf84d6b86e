"use client";

import { Tabs } from "@mantine/core";
import { useTranslations } from "use-intl";
import type { Box } from "@/app/ui/box";
import classes from "./map.module.css";
import type { CountryCounts } from "./map-props";
import type { MapState } from "./map-state";
import { CountryTable, PlaceTable } from "./number-tables";
import type { MapSource } from "./source";
import type { ShownCells } from "./view";

export interface NumbersProps {
  countries: CountryCounts[];
  shown: ShownCells;
  mapState: MapState;
  href: MapSource["href"];
  onBox: ((box: Box) => void) | undefined;
}

/** All that the map shows, in tables. */
export function Numbers(props: NumbersProps) {
  const t = useTranslations("map.numbers");
  return (
    <section aria-labelledby="in-numbers">
      <header className={classes.sectionHead}>
        <div>
          <h2 id="in-numbers">{t("title")}</h2>
          <p>{t("lead")}</p>
        </div>
      </header>
      <Tabs defaultValue="countries" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="countries">{t("countries")}</Tabs.Tab>
          <Tabs.Tab value="places">{t("places")}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="countries" pt="sm">
          <CountryTable {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="places" pt="sm">
          <PlaceTable {...props} />
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}
