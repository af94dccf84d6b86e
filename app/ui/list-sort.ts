"use client";

import { createParser, type SingleParserBuilder } from "nuqs";
import { useAddressFilters } from "./address-filters";

/** By which column a list is sorted, and in which direction. */
export interface Sort<By extends string = string> {
  by: By;
  descending: boolean;
}

/** The columns that a list can be sorted by, and its usual order. */
interface SortSet<By extends string> {
  usual: Sort<By>;
  parsers: { sort: SingleParserBuilder<Sort<By>> };
}

/** A sort as text: `created` is ascending, `-created` descending. */
export const sortText = ({ by, descending }: Sort) => `${descending ? "-" : ""}${by}`;

/** Declares how a list can be sorted, as a module constant. */
export function sortSet<const By extends string>(
  columns: readonly By[],
  usual: Sort<NoInfer<By>>,
): SortSet<By> {
  const sort = createParser<Sort<By>>({
    parse: (text) => {
      const by = columns.find((column) => column === text.replace(/^-/, ""));
      return by === undefined ? null : { by, descending: text.startsWith("-") };
    },
    serialize: sortText,
    eq: (a, b) => sortText(a) === sortText(b),
  });
  return { usual, parsers: { sort } };
}

/** The order of a list, kept in the address. `asked` is undefined for the usual one, as in the call on the server. */
export function useSort<By extends string>({ usual, parsers }: SortSet<By>) {
  const [{ sort }, setAddress] = useAddressFilters(parsers);
  const isUsual = sort === null || sortText(sort) === sortText(usual);
  return {
    sort: sort ?? usual,
    asked: isUsual ? undefined : sort,
    onSort: (text: string) => {
      const next = parsers.sort.parse(text);
      void setAddress({ sort: next && sortText(next) === sortText(usual) ? null : next });
    },
  };
}
