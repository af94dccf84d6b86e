"use client";

import { Skeleton } from "@mantine/core";
import { useTranslations } from "use-intl";
import classes from "./auth.module.css";

/** A card of the height of what is on its way. */
export function Waiting({ fields }: { fields: number }) {
  const t = useTranslations("common");
  return (
    <section className={classes.card} data-wide aria-busy>
      <span className="visually-hidden">{t("loading")}</span>
      <Skeleton height={30} width="60%" />
      <Skeleton height={16} mt="sm" width="90%" />
      {Array.from({ length: fields }, (_, field) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <Skeleton key={field} height={36} mt="xl" />
      ))}
    </section>
  );
}
