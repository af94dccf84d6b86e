"use client";

import { useMutation } from "@tanstack/react-query";
import type { inferRouterInputs } from "@trpc/server";
import type { ExportedList } from "@/app/ui/export/types";
import { useFailureText } from "@/app/ui/failure";
import type { Selection } from "@/app/ui/selection";
import { useTRPC } from "@/app/ui/trpc";
import type { AppRouter } from "@/server/trpc/root";
import { useJobToasts } from "../../jobs/use-job-toasts";
import type { ItemFilter, ItemSort } from "../types";

type Input = inferRouterInputs<AppRouter>["items"]["change"];
export type ItemEdit = Input["change"];
type ItemSelection = Input["selection"];

/** Actions with a dialog. */
export type BulkAction = "group" | "field" | "invalidate" | "delete";

/** The selected items as a list to export. */
export function exportOf(selection: Selection, filter: ItemFilter, sort: ItemSort | undefined): ExportedList {
  const selected = selectionOf(selection, filter);
  return "filter" in selected
    ? { list: "items", filter: selected.filter, sort }
    : { list: "selectedItems", filter: selected };
}

/** The selected items in the shape of the procedure; their number is that of the moment when they were counted. */
function selectionOf({ all, selected }: Selection, filter: ItemFilter): ItemSelection {
  if (!all) return { identifiers: [...selected] };
  const createdBefore = Math.min(filter?.createdBefore ?? all.createdBefore, all.createdBefore);
  return { filter: { ...filter, createdBefore } };
}

/** Changes the selected items as a job, and clears the selection. */
export function useItemChange(selection: Selection, filter: ItemFilter) {
  const failureText = useFailureText();
  const follow = useJobToasts();
  const { mutateAsync, isPending, error } = useMutation(useTRPC().items.change.mutationOptions());
  return {
    isPending,
    failure: error ? failureText(error) : undefined,
    change: async (edit: ItemEdit) => {
      const job = await mutateAsync({ selection: selectionOf(selection, filter), change: edit });
      selection.clear();
      void follow(job);
    },
  };
}

export type Change = ReturnType<typeof useItemChange>;
