"use client";

import { useRef, useState } from "react";
import { MAX_SELECTED } from "@/server/core/max-selected";

/** All rows that match a filter, as counted. */
export interface AllMatching {
  count: number;
  /** False if there are more than could be counted in time. */
  isComplete: boolean;
  /** Rows that were created later do not belong to the selection. */
  createdBefore: number;
}

/** The selected rows of a list: some by their ids, or all that match its filter. */
export interface Selection {
  selected: ReadonlySet<string>;
  all: AllMatching | undefined;
  /** Whether rows were left out, because no more can be selected one by one. */
  isOverLimit: boolean;
  count: number;
  change: (selected: ReadonlySet<string>) => void;
  selectAll: (all: AllMatching) => void;
  clear: () => void;
}

/** Selection of a list. It survives further pages and other filters; "all that match" ends with its filter. */
export function useSelection(filter: object): Selection {
  const key = JSON.stringify(filter);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState<AllMatching & { key: string }>();
  const [isOverLimit, setOverLimit] = useState(false);
  const current = all?.key === key ? all : undefined;
  const change = (next: ReadonlySet<string>) => {
    setAll(undefined);
    setOverLimit(next.size > MAX_SELECTED);
    setSelected(next.size > MAX_SELECTED ? new Set([...next].slice(0, MAX_SELECTED)) : next);
  };
  return {
    selected,
    all: current,
    isOverLimit,
    count: current?.count ?? selected.size,
    change,
    selectAll: (all) => {
      setOverLimit(false);
      setAll({ ...all, key });
    },
    clear: () => change(new Set()),
  };
}

/** Adds ids to a set, or removes them. */
export function toggled(selected: ReadonlySet<string>, ids: string[], on: boolean): ReadonlySet<string> {
  const next = new Set(selected);
  for (const id of ids) {
    if (on) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** Part of `ids` between two of them. */
const between = (ids: string[], one: string, other: string): string[] => {
  const [a, b] = [ids.indexOf(one), ids.indexOf(other)];
  return a === -1 || b === -1 ? [] : ids.slice(Math.min(a, b), Math.max(a, b) + 1);
};

/** Selects rows one by one, or ranges from the row selected last. `ids` are the rows in their order. */
export function useRowSelection(ids: string[], selection: Selection | undefined) {
  const range = useRef<{ start: string; end: string }>(undefined);
  const selected = selection?.all ? new Set(ids) : (selection?.selected ?? new Set<string>());
  return {
    selected,
    toggle: (id: string) => {
      range.current = { start: id, end: id };
      selection?.change(toggled(selected, [id], !selected.has(id)));
    },
    toggleAll: (on: boolean) => selection?.change(toggled(selected, ids, on)),
    /** Selects from the row selected last, or else from `from`, and replaces an earlier end. */
    extend: (to: string, from = to) => {
      const { start, end } = range.current ?? { start: from, end: from };
      range.current = { start, end: to };
      const rest = toggled(selected, between(ids, start, end), false);
      selection?.change(toggled(rest, between(ids, start, to), true));
    },
  };
}
