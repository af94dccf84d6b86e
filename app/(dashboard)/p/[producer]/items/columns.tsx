"use client";

import { useFormatter, useTranslations } from "use-intl";
import { columnSet } from "@/app/ui/columns/column-set";
import type { OptionalColumn } from "@/app/ui/columns/use-columns";
import type { Column } from "@/app/ui/data-list";
import { FoundIn } from "@/app/ui/found-in";
import { Link } from "@/app/ui/link";
import { sortSet } from "@/app/ui/list-sort";
import { Moment } from "@/app/ui/moment";
import { scansHref } from "../scans/hrefs";
import { groupHref } from "./_parts/hrefs";
import { ItemState } from "./_parts/item-state";
import { Picture } from "./_parts/picture";
import classes from "./items.module.css";
import type { ListedItem } from "./types";

/** Optional columns of the list, beside the identifier. */
export const ITEM_COLUMNS = columnSet({
  list: "items",
  all: ["title", "group", "state", "scans", "fakes", "created", "updated", "picture"],
  shown: ["title", "group", "state", "scans", "fakes", "created", "picture"],
  firstInFile: ["identifier"],
  inFile: {
    picture: ["image"],
    title: ["title"],
    group: ["group"],
    state: ["invalidated"],
    scans: ["scans"],
    fakes: ["fakes"],
    created: ["created"],
    updated: ["updated"],
  },
});

/** The orders of the list. */
export const ITEM_SORT = sortSet(["created", "updated", "identifier", "fakes"], {
  by: "created",
  descending: true,
});
type Name = (typeof ITEM_COLUMNS)["all"][number];

const nothing = <span className={classes.dim}>–</span>;

/** The list's first column, and the optional ones by their names. */
export function useItemColumns(hasPicture: boolean): {
  first: Column<ListedItem>;
  of: Record<Name, OptionalColumn<ListedItem>>;
} {
  const t = useTranslations("items.columns");
  const format = useFormatter();
  const of: Record<Name, OptionalColumn<ListedItem>> = {
    picture: { header: t("picture"), isInFirst: true },
    title: {
      key: "title",
      header: t("title"),
      cell: ({ title }) => (title ? <span>{title}</span> : nothing),
    },
    group: {
      key: "group",
      header: t("group"),
      from: "lg",
      cell: ({ group }) =>
        group ? (
          <Link href={groupHref(group.id)} className={classes.quietLink}>
            {group.title ?? group.id}
          </Link>
        ) : (
          nothing
        ),
    },
    state: {
      key: "state",
      header: t("state"),
      width: "8.5rem",
      cell: ({ invalidatedAt }) => <ItemState invalidated={invalidatedAt !== null} />,
    },
    scans: {
      key: "scans",
      header: t("scans"),
      align: "end",
      width: "6rem",
      cell: ({ identifier, scans }) =>
        scans > 0 ? (
          <Link href={scansHref({ item: identifier })} className={classes.quietLink}>
            {format.number(scans)}
          </Link>
        ) : (
          <span className={classes.dim}>0</span>
        ),
    },
    fakes: {
      key: "fakes",
      header: t("fakes"),
      sort: "fakes",
      align: "end",
      width: "9rem",
      cell: ({ identifier, fakes }) =>
        fakes > 0 ? (
          <Link href={scansHref({ item: identifier, verdict: "fake" })} className={classes.fakeLink}>
            {format.number(fakes)}
          </Link>
        ) : (
          <span className={classes.dim}>0</span>
        ),
    },
    created: {
      key: "created",
      header: t("created"),
      sort: "created",
      width: "9rem",
      from: "sm",
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    updated: {
      key: "updated",
      header: t("updated"),
      sort: "updated",
      width: "9rem",
      from: "sm",
      cell: ({ updatedAt }) => <Moment at={updatedAt} />,
    },
  };
  const first: Column<ListedItem> = {
    key: "identifier",
    header: t("identifier"),
    sort: "identifier",
    sortFirst: "ascending",
    width: "17rem",
    cell: ({ identifier, image, group, match }) => (
      <span className={classes.identifier}>
        {hasPicture && <Picture image={group?.image ?? image} alt="" width={64} />}
        <span className={classes.identifierText}>
          {identifier}
          {match && <FoundIn match={match} />}
        </span>
      </span>
    ),
  };
  return { first, of };
}
