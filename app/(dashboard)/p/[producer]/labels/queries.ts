import type { Calls } from "@/app/request/calls";
import type { Source } from "./types";

/** The call of the labels of a source. */
export const labelsQuery = (trpc: Calls, source: Source) => trpc.labels.preview.queryOptions({ source });

/** The call of the saved layouts. */
export const layoutsQuery = (trpc: Calls) => trpc.labels.layouts.queryOptions();
