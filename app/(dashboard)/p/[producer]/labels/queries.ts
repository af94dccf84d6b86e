import { skipToken } from "@tanstack/react-query";
import type { Calls } from "@/app/request/calls";
import type { Source } from "./types";

/** The call of the labels of a source, once it is known. */
export const labelsQuery = (trpc: Calls, source: Source | undefined) =>
  trpc.labels.preview.queryOptions(source ? { source } : skipToken);

/** The call of the saved layouts. */
export const layoutsQuery = (trpc: Calls) => trpc.labels.layouts.queryOptions();
