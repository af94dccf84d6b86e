"use client";

import { useTranslations } from "use-intl";
import { columnSet } from "@/app/ui/columns/column-set";
import type { OptionalColumn } from "@/app/ui/columns/use-columns";
import type { Column } from "@/app/ui/data-list";
import { FoundIn } from "@/app/ui/found-in";
import { sortSet } from "@/app/ui/list-sort";
import { Moment } from "@/app/ui/moment";
import { Picture } from "../items/_parts/picture";
import { ItemsFigure, ScansFigure } from "./_parts/figures";
import classes from "./groups.module.css";
import type { ListedGroup } from "./types";

/** Optional columns of the list, beside the title. */
export const GROUP_COLUMNS = columnSet({
  list: "groups",
  all: ["items", "scans", "fakes", "created", "updated", "id"],
  shown: ["items", "scans", "fakes", "created", "updated"],
  firstInFile: ["title"],
  inFile: {
    items: ["items"],
    scans: [],
    fakes: [],
    created: ["created"],
    updated: ["updated"],
    id: ["id"],
  },
});

/** The orders of the list. */
export const GROUP_SORT = sortSet(["created", "updated", "title"], { by: "created", descending: true });

/** The list's first column, and the optional ones by their names. */
export function useGroupColumns(): {
  first: Column<ListedGroup>;
  of: Record<(typeof GROUP_COLUMNS)["all"][number], OptionalColumn<ListedGroup>>;
} {
  const t = useTranslations("groups");
  return {
    first: {
      key: "title",
      header: t("name"),
      sort: "title",
      sortFirst: "ascending",
      cell: ({ title, image, match }) => (
        <span className={classes.name}>
          <Picture image={image} alt="" width={64} />
          <span className={classes.nameText}>
            {title ?? t("untitled")}
            {match && <FoundIn match={{ ...match, of: "item" }} />}
          </span>
        </span>
      ),
    },
    of: {
      items: {
        key: "items",
        header: t("items"),
        align: "end",
        width: "6rem",
        cell: (group) => <ItemsFigure group={group} />,
      },
      scans: {
        key: "scans",
        header: t("scans"),
        align: "end",
        width: "6rem",
        cell: (group) => <ScansFigure group={group} of="scans" />,
      },
      fakes: {
        key: "fakes",
        header: t("fakes"),
        align: "end",
        width: "6.5rem",
        cell: (group) => <ScansFigure group={group} of="fakes" />,
      },
      id: {
        key: "id",
        header: t("id"),
        width: "21rem",
        from: "lg",
        cell: ({ id }) => <code className={classes.id}>{id}</code>,
      },
      created: {
        key: "created",
        header: t("created"),
        sort: "created",
        width: "10rem",
        cell: ({ createdAt }) => <Moment at={createdAt} />,
      },
      updated: {
        key: "updated",
        header: t("updated"),
        sort: "updated",
        width: "10rem",
        from: "sm",
        cell: ({ updatedAt }) => <Moment at={updatedAt} />,
      },
    },
  };
}
