"use client";

import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { ActEntry } from "@/app/(dashboard)/p/[producer]/settings/activity/act-entry";
import activity from "@/app/(dashboard)/p/[producer]/settings/activity/activity.module.css";
import { LoadFailed } from "@/app/ui/load-failed";
import { useTRPC } from "@/app/ui/trpc";
import classes from "./phones.module.css";

const SHOWN = 10;

/** Who changed the rules last, and how. */
export function RuleActs() {
  const t = useTranslations("admin.phones.acts");
  const query = useQuery(useTRPC().admin.acts.queryOptions({ limit: SHOWN }));
  return (
    <section className={classes.part} aria-labelledby="acts">
      <h2 id="acts">{t("title")}</h2>
      {query.isError ? (
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <Skeleton height="6rem" />
      ) : query.data.entries.length === 0 ? (
        <p className={classes.dim}>{t("none")}</p>
      ) : (
        <ol className={activity.acts ?? ""} aria-label={t("title")}>
          {query.data.entries.map((entry) => (
            <ActEntry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </section>
  );
}
