"use client";

import { useLoaded } from "@/app/ui/use-loaded";
import type { BulkBarProps } from "./open-bulk-bar";

const load = () => import("./open-bulk-bar");

/** Bar with the actions on selected items, loaded with the first selection. */
export function BulkBar(props: BulkBarProps) {
  const Bar = useLoaded(props.selection.count > 0, load);
  return Bar && <Bar {...props} />;
}
