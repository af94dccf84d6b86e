"use client";

import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { inferRouterInputs } from "@trpc/server";
import { useId } from "react";
import { AuditEntry } from "@/app/(dashboard)/p/[producer]/settings/audit-log/audit-entry";
import { LoadFailed } from "@/app/ui/load-failed";
import timeline from "@/app/ui/timeline.module.css";
import { useTRPC } from "@/app/ui/trpc";
import type { AppRouter } from "@/server/trpc/root";
import classes from "./service-audit-events.module.css";

const MAX_SHOWN = 10;

interface ServiceAuditEventsProps {
  kind: inferRouterInputs<AppRouter>["admin"]["auditEvents"]["kind"];
  title: string;
  /** Text for an empty list. */
  none: string;
}

/** Latest audit events of the service itself, of one kind. */
export function ServiceAuditEvents({ kind, title, none }: ServiceAuditEventsProps) {
  const id = useId();
  const query = useQuery(useTRPC().admin.auditEvents.queryOptions({ kind, limit: MAX_SHOWN }));
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {query.isError ? (
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <Skeleton height="6rem" />
      ) : query.data.entries.length === 0 ? (
        <p className={classes.dim}>{none}</p>
      ) : (
        <ol className={timeline.entries ?? ""} aria-label={title}>
          {query.data.entries.map((entry) => (
            <AuditEntry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </section>
  );
}
