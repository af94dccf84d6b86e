"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useTRPC } from "@/app/ui/trpc";
import { PlacesMap } from "../../map/_map/places-map";
import { caseQueries } from "../queries";
import classes from "./case-page.module.css";

/** The places of a case's scans and unregistered codes. */
export function CaseMap({ id, version }: { id: string; version: string }) {
  const t = useTranslations("cases.map");
  const { data } = useQuery(caseQueries(useTRPC(), id).places);
  if (!data) return null;
  return (
    <section aria-label={t("title")}>
      <h2 className={classes.title}>{t("title")}</h2>
      {data.cells.length === 0 ? (
        <p className={classes.dim}>{t("none")}</p>
      ) : (
        <PlacesMap places={data} version={version} />
      )}
    </section>
  );
}
