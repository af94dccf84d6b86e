"use client";

import { useQuery } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import type { List } from "@/server/domain/saved-views/schema";
import type { AppRouter } from "@/server/trpc/root";
import { useAddressFilters, useKnownParameters } from "../address-filters";
import { parseAsId } from "../address-parsers";
import { useTRPC } from "../trpc";
import { viewHref, viewQuery, wholeQuery } from "./query";

export type View = inferRouterOutputs<AppRouter>["views"]["list"][number];

/** A list that has views. */
export interface ListWithViews {
  list: List;
  /** Its page: "/items". */
  path: string;
  /** Parameters of the page that do not belong to the list, such as an open drawer. A module constant. */
  without?: readonly string[];
  /** The columns that the list shows where the address names none. */
  columnsNow?: () => string;
}

const PARSERS = { view: parseAsId };
const NOTHING: readonly string[] = [];

/** The views of a list, and the one that its address names. A view that is gone, or not for this member, is ignored. */
export function useViews({ list, path, without = NOTHING, columnsNow }: ListWithViews) {
  const [{ view: id }] = useAddressFilters(PARSERS);
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({
    ...useTRPC().views.list.queryOptions({ list }),
    enabled: isOpen || id !== null,
  });
  const known = useKnownParameters(without);
  const asked = viewQuery(useSearchParams().toString(), known);
  const current = query.data?.find((view) => view.id === id);
  return {
    list,
    path,
    query,
    isOpen,
    setOpen,
    current,
    /** Whether the list shows something else than the view that was chosen. */
    isChanged: current !== undefined && viewQuery(current.query, known) !== asked,
    /** The query of what the list shows. */
    asked,
    whole: () => wholeQuery(asked, columnsNow?.()),
    hrefOf: (view: Pick<View, "id" | "query">) => viewHref(path, viewQuery(view.query, known), view.id),
  };
}

export type Views = ReturnType<typeof useViews>;
