"use client";

import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { LoadFailed } from "@/app/ui/load-failed";
import { Moment } from "@/app/ui/moment";
import { PageHeader } from "@/app/ui/page-header";
import { useTRPC } from "@/app/ui/trpc";
import { useFacts } from "./facts";
import { Subject } from "./subject";
import classes from "./system.module.css";
import type { SystemState } from "./types";

const POLL_INTERVAL_MS = 10_000;
const PAIR = ["disk", "backup"] as const;
const SUBJECTS = ["service", "database", "deliveries", ...PAIR, "loops"] as const;

/** Health of the service by subject, and what to do about each problem. */
export function System() {
  const t = useTranslations("admin.system");
  const query = useQuery({
    ...useTRPC().admin.system.queryOptions(),
    refetchInterval: POLL_INTERVAL_MS,
  });
  const { data } = query;
  const concerns = data ? SUBJECTS.filter((subject) => data.verdicts[subject].length > 0).length : 0;
  return (
    <>
      <PageHeader
        title={t("title")}
        description={
          data ? (
            <>
              {t("summary", { concerns })} · {t.rich("readAt", { at: () => <Moment at={data.readAt} /> })}
            </>
          ) : (
            t("lead")
          )
        }
      />
      {query.isError && <LoadFailed error={query.error} onRetry={() => void query.refetch()} />}
      {data ? (
        <Subjects state={data} />
      ) : (
        query.isPending && (
          <div className={classes.subjects} aria-busy>
            {SUBJECTS.map((subject) => (
              <Skeleton key={subject} height="15rem" />
            ))}
          </div>
        )
      )}
    </>
  );
}

function Subjects({ state }: { state: SystemState }) {
  const facts = useFacts(state.facts);
  const show = (subject: (typeof SUBJECTS)[number]) => (
    <Subject key={subject} of={subject} facts={facts[subject]} concerns={state.verdicts[subject]} />
  );
  return (
    <div className={classes.subjects}>
      {show("service")}
      {show("database")}
      {show("deliveries")}
      <div className={classes.pair}>{PAIR.map(show)}</div>
      {show("loops")}
    </div>
  );
}
