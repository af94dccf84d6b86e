"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { LoadFailed } from "@/app/ui/load-failed";
import { useTRPC } from "@/app/ui/trpc";
import { PlacesMap } from "../../map/_map/places-map";
import classes from "./alert.module.css";

/** The places of the scans behind an alert; the lists beside it name its countries. */
export function AlertMap({ id, version }: { id: string; version: string }) {
  const t = useTranslations("alerts.map");
  const { data, error, refetch } = useQuery(useTRPC().alerts.places.queryOptions({ id }));
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <div className={classes.mapWaiting} />;
  const { located, unlocated } = data;
  if (located + unlocated === 0) return null;
  return (
    <section className={classes.map} aria-label={t("title")}>
      <h2 className={classes.title}>{t("title")}</h2>
      {located > 0 && <PlacesMap places={data} version={version} />}
      {unlocated > 0 && (
        <p className={classes.dim}>{t(located > 0 ? "unlocated" : "none", { count: unlocated })}</p>
      )}
    </section>
  );
}
