"use client";

import { Skeleton } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Elsewhere, type ElsewhereProps } from "./elsewhere";
import { EmptyState } from "./empty-state";
import { failureOf, useFailureText } from "./failure";
import { LoadFailed } from "./load-failed";
import { type Back, PageHeader } from "./page-header";

/** Statuses of an object that does not exist, of another producer's object, and of an id that no object can have. */
const MISSING = new Set([400, 403, 404]);

interface DetailProps<Data> {
  query: UseQueryResult<Data, unknown>;
  /** Title of the page without its object. */
  title: ReactNode;
  back: Back;
  missing: {
    icon: Icon;
    title: string;
    /** Without a text, the refusal says more. */
    text?: string;
    /** The object, to look for it in the person's other producers. */
    as?: Omit<ElsewhereProps, "children">;
  };
  /** Skeleton below the header, of about the final height. */
  waiting: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Page of one object with its four states: loading, missing, failed, found. */
export function Detail<Data>({ query, title, back, missing, waiting, children }: DetailProps<Data>) {
  const t = useTranslations("common");
  const failureText = useFailureText();
  const isMissing = query.isError && MISSING.has(failureOf(query.error).status);
  if (query.data !== undefined && !isMissing) return children(query.data);
  if (isMissing) {
    const absent = (
      <EmptyState icon={missing.icon} title={missing.title}>
        {missing.text ?? failureText(query.error)}
      </EmptyState>
    );
    return (
      <>
        <PageHeader title={title} back={back} />
        {missing.as ? <Elsewhere {...missing.as}>{absent}</Elsewhere> : absent}
      </>
    );
  }
  return (
    <div aria-busy={query.isPending}>
      <PageHeader title={title} back={back} description={"\u00a0"} />
      {query.isPending ? (
        <>
          <span className="visually-hidden">{t("loading")}</span>
          {waiting}
        </>
      ) : (
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
      )}
    </div>
  );
}

/** Skeletons one above the other. */
export const Waiting = ({ heights }: { heights: string[] }) =>
  heights.map((height) => <Skeleton key={height} height={height} mb="lg" radius="md" />);
