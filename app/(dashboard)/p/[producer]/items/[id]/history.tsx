"use client";

import { Skeleton } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { LoadFailed } from "@/app/ui/load-failed";
import { Moment } from "@/app/ui/moment";
import { MoreOf } from "@/app/ui/more-of";
import timeline from "@/app/ui/timeline.module.css";
import { useTRPC } from "@/app/ui/trpc";
import { Section } from "../_parts/section";
import type { HistoryEntry as Entry } from "../types";
import { FieldChange, setBy } from "./field-change";
import { itemQueries } from "./queries";

/** History of an item, newest first, field by field. */
export function History({ identifier }: { identifier: string }) {
  const t = useTranslations("items.history");
  const query = useInfiniteQuery(itemQueries(useTRPC(), identifier).history);
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Section anchor="history" title={t("title")} description={t("lead")}>
      {query.isError && entries.length === 0 ? (
        <LoadFailed error={query.error} onRetry={() => query.refetch()} />
      ) : query.isPending ? (
        <Skeleton height={72} radius="md" />
      ) : (
        <ol className={timeline.entries}>
          {entries.map((entry) => (
            <HistoryEntry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      <MoreOf query={query} />
    </Section>
  );
}

function HistoryEntry({ entry: { data } }: { entry: Entry }) {
  const t = useTranslations("items.history");
  const { action, actor, timestamp } = data;
  const isFirst = action === "created";
  const changes = isFirst ? setBy(data.changes) : data.changes;
  return (
    <li className={timeline.entry}>
      <p className={timeline.head}>
        <strong>{t(`actions.${action}`)}</strong>
        <span className={timeline.by}>
          {t(`by.${actor.type}`, { name: actor.name })} · <Moment at={timestamp} />
        </span>
      </p>
      {changes.length > 0 && (
        <dl className={timeline.changes}>
          {changes.map((change) => (
            <FieldChange key={change.path} change={change} isFirst={isFirst} />
          ))}
        </dl>
      )}
    </li>
  );
}
