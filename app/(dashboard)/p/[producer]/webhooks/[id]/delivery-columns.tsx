"use client";

import { useFormatter, useTranslations } from "use-intl";
import { columnSet } from "@/app/ui/columns/column-set";
import type { Column } from "@/app/ui/data-list";
import { sortSet } from "@/app/ui/list-sort";
import { Moment } from "@/app/ui/moment";
import type { ListedDelivery } from "../types";
import { DeliveryState } from "./delivery-state";
import { AttemptResult } from "./try-result";

/** Optional columns of the list, beside the event. */
export const DELIVERY_COLUMNS = columnSet({
  list: "deliveries",
  all: ["state", "last", "attempts", "next", "at"],
  shown: ["state", "last", "attempts", "next", "at"],
  firstInFile: ["event"],
  inFile: {
    state: ["state"],
    last: ["lastAttempt", "lastStatus", "lastFailure"],
    attempts: ["attempts"],
    next: ["nextAttempt"],
    at: ["created"],
  },
});

/** The orders of the list. */
export const DELIVERY_SORT = sortSet(["time"], { by: "time", descending: true });

/** The list's first column, and the optional ones by their names. */
export function useDeliveryColumns(): {
  first: Column<ListedDelivery>;
  of: Record<(typeof DELIVERY_COLUMNS)["all"][number], Column<ListedDelivery>>;
} {
  const t = useTranslations("webhooks.deliveries");
  const format = useFormatter();
  return {
    first: { key: "event", header: t("event"), cell: ({ event }) => event },
    of: {
      state: {
        key: "state",
        header: t("state"),
        width: "9rem",
        cell: ({ state }) => <DeliveryState of={state} />,
      },
      last: {
        key: "last",
        header: t("last"),
        width: "10rem",
        from: "sm",
        cell: ({ lastAttempt }) => lastAttempt && <AttemptResult of={lastAttempt} />,
      },
      attempts: {
        key: "attempts",
        header: t("attempts"),
        width: "5.5rem",
        align: "end",
        cell: ({ attemptsMade }) => format.number(attemptsMade),
      },
      next: {
        key: "next",
        header: t("next"),
        width: "9rem",
        from: "lg",
        cell: ({ nextAt }) => nextAt && <Moment at={nextAt} />,
      },
      at: {
        key: "at",
        header: t("at"),
        sort: "time",
        width: "9rem",
        cell: ({ createdAt }) => <Moment at={createdAt} />,
      },
    },
  };
}
