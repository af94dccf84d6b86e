"use client";

import { Skeleton } from "@mantine/core";
import { useTranslations } from "use-intl";
import classes from "./auth.module.css";

/** Skeleton with the height of the card that is loading. */
export function Waiting({ fields }: { fields: number }) {
  const t = useTranslations("common");
  return (
    <section className={classes.card} data-wide aria-busy>
      <span className="visually-hidden">{t("loading")}</span>
      <Skeleton height={30} width="60%" />
      <Skeleton height={16} mt="sm" width="90%" />
      {Array.from({ length: fields }, (_, field) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are identical and never reorder.
        <Skeleton key={field} height={36} mt="xl" />
      ))}
    </section>
  );
}
