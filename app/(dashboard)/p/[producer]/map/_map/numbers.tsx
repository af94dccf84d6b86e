"use client";

import { Tabs } from "@mantine/core";
import { useTranslations } from "use-intl";
import classes from "./map.module.css";
import type { NumbersProps } from "./map-props";
import { CountryTable, PlaceTable } from "./number-tables";

/** Everything that the map shows, as tables. */
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
