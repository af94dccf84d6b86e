"use client";

import { useTranslations } from "use-intl";
import { columnSet } from "@/app/ui/columns/column-set";
import type { OptionalColumn } from "@/app/ui/columns/use-columns";
import type { Column } from "@/app/ui/data-list";
import { sortSet } from "@/app/ui/list-sort";
import { Moment } from "@/app/ui/moment";
import { CaseState } from "./case-state";
import classes from "./cases.module.css";
import { Due } from "./due";
import { useLinksText } from "./links-text";
import type { ListedCase } from "./types";

/** Optional columns of the list, beside number and title. */
export const CASE_COLUMNS = columnSet({
  list: "cases",
  all: ["state", "links", "owner", "due", "tags", "updated"],
  shown: ["state", "links", "owner", "due", "updated"],
  firstInFile: [],
  inFile: { state: [], links: [], owner: [], due: [], tags: [], updated: [] },
});

/** The orders of the list. */
export const CASE_SORT = sortSet(["updated", "number"], { by: "updated", descending: true });

/** The list's first column, and the optional ones by their names. */
export function useCaseColumns(): {
  first: Column<ListedCase>;
  of: Record<(typeof CASE_COLUMNS)["all"][number], OptionalColumn<ListedCase>>;
} {
  const t = useTranslations("cases");
  const linksText = useLinksText();
  return {
    first: {
      key: "title",
      header: t("columns.title"),
      sort: "number",
      cell: ({ number, title }) => (
        <span>
          <span className={classes.number}>#{number}</span> {title}
        </span>
      ),
    },
    of: {
      state: {
        key: "state",
        header: t("columns.state"),
        width: "9.5rem",
        cell: ({ state }) => <CaseState of={state} />,
      },
      links: {
        key: "links",
        header: t("columns.links"),
        width: "14rem",
        from: "xl",
        cell: ({ links }) => <span className="figures">{linksText(links)}</span>,
      },
      owner: {
        key: "owner",
        header: t("columns.owner"),
        width: "9rem",
        from: "sm",
        cell: ({ owner }) => owner ?? <span className={classes.dim}>{t("noOwner")}</span>,
      },
      due: {
        key: "due",
        header: t("columns.due"),
        width: "10rem",
        from: "lg",
        cell: ({ dueOn, state }) => <Due dueOn={dueOn} state={state} />,
      },
      tags: {
        key: "tags",
        header: t("columns.tags"),
        width: "12rem",
        from: "xl",
        cell: ({ tags }) => tags.join(", "),
      },
      updated: {
        key: "updated",
        header: t("columns.updated"),
        sort: "updated",
        width: "8.5rem",
        from: "sm",
        cell: ({ updatedAt }) => <Moment at={updatedAt} />,
      },
    },
  };
}
