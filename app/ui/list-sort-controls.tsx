"use client";

import { NativeSelect } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { useLayout } from "./data-list-layout";
import { type Sort, sortText } from "./list-sort";
import classes from "./list-sort.module.css";

/** A column that its list may be sorted by. */
export interface Sortable {
  header: string;
  /** Name of the order, if the list can be sorted by this column. */
  sort?: string;
  /** The order of the first click, if it is not descending. */
  sortFirst?: "ascending";
}

export interface Sorting {
  sort: Sort;
  /** Called with the order as text, such as `-created`. */
  onSort: (text: string) => void;
}

export const ariaSort = ({ by, descending }: Sort, column: string) =>
  by !== column ? "none" : descending ? "descending" : "ascending";

/** Button in the head of a column: sorts by it, and then in the other direction. */
export function SortButton({ column, sort, onSort }: { column: Sortable } & Sorting) {
  const { header, sort: by = "", sortFirst } = column;
  const isSorted = sort.by === by;
  const descending = isSorted ? !sort.descending : sortFirst !== "ascending";
  const { areCards } = useLayout();
  const Arrow = (isSorted ? sort.descending : descending) ? IconArrowDown : IconArrowUp;
  return (
    <button
      type="button"
      className={classes.button}
      data-sorted={isSorted || undefined}
      // Cards have no visible head; there a select sorts them.
      tabIndex={areCards ? -1 : 0}
      onClick={() => onSort(sortText({ by, descending }))}
    >
      <span>{header}</span>
      <Arrow size={14} aria-hidden />
    </button>
  );
}

interface SortSelectProps extends Sorting {
  columns: readonly Sortable[];
  className?: string | undefined;
}

/** Select with the orders of a list. */
export function SortSelect({ columns, sort, onSort, className }: SortSelectProps) {
  const t = useTranslations("common.list");
  const orders = columns.flatMap(({ header, sort: by, sortFirst }) => {
    if (by === undefined) return [];
    const directions = sortFirst === "ascending" ? [false, true] : [true, false];
    return directions.map((descending) => ({
      value: sortText({ by, descending }),
      label: t(descending ? "descending" : "ascending", { name: header }),
    }));
  });
  return (
    <NativeSelect
      className={className ?? ""}
      aria-label={t("sortBy")}
      title={t("sortBy")}
      value={sortText(sort)}
      onChange={({ currentTarget: { value } }) => onSort(value)}
      data={orders}
    />
  );
}
