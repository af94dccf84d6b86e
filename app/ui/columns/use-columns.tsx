"use client";

import { createContext, type ReactNode, use, useState } from "react";
import { useAddressFilters } from "../address-filters";
import { cookieValue, setCookie } from "../cookie";
import type { Column } from "../data-list";
import { type ColumnSet, cookieOf, hasSame, keptIn } from "./column-set";
import { columnsCookie, type KeptColumns } from "./cookie";

const Kept = createContext<KeptColumns>({});

/** Gives the lists of the dashboard the choices that the request's cookies hold. */
export const KeptColumnsProvider = ({ kept, children }: { kept: KeptColumns; children: ReactNode }) => (
  <Kept value={kept}>{children}</Kept>
);

/** The shown columns of a list. */
export interface ChosenColumns<Name extends string> {
  set: ColumnSet<Name>;
  shown: readonly Name[];
  choose: (names: Name[]) => void;
}

/**
 * The columns of a list: those of the address, else those chosen on this device. A choice replaces the former where it
 * came from, so that a link does not change the device's own choice.
 */
export function useColumns<Name extends string>(set: ColumnSet<Name>): ChosenColumns<Name> {
  const kept = use(Kept)[set.list];
  const [{ columns }, setAddress] = useAddressFilters(set.parsers);
  // After a Back navigation the rendered choice may predate the last one.
  const [own, setOwn] = useState(() =>
    keptIn(set, typeof window === "undefined" ? kept : cookieValue(columnsCookie(set.list))),
  );
  const choose = (names: Name[]) => {
    if (columns) return void setAddress({ columns: names });
    setOwn(names);
    setCookie(columnsCookie(set.list), cookieOf(names));
  };
  return { set, shown: columns ?? own, choose };
}

/** The columns that this device shows in a list, as text of an address. */
export const columnsNow = <Name extends string>(set: ColumnSet<Name>): string =>
  cookieOf(keptIn(set, cookieValue(columnsCookie(set.list))));

/** An optional column, or the name of a part of the first column, which has no place of its own. */
export type OptionalColumn<Row> = Column<Row> | { header: string; isInFirst: true };

/** Of columns that have none of their own, where others may leave them no space. */
const MIN_WIDTH = "9rem";

/** The columns of a list in their order, after its first one. */
export function arranged<Name extends string, Row>(
  { set, shown }: ChosenColumns<Name>,
  first: Column<Row>,
  of: Record<Name, OptionalColumn<Row>>,
): Column<Row>[] {
  const chosen = shown.flatMap((name) => {
    const column: OptionalColumn<Row> = of[name];
    return "isInFirst" in column ? [] : [column];
  });
  if (hasSame(shown, set.shown)) return [first, ...chosen];
  // Columns that a person asked for are not hidden in narrow windows, and none shrinks to nothing.
  return [first, ...chosen].map(({ from: _, ...column }) => ({ width: MIN_WIDTH, ...column }));
}
