"use client";

import dynamic from "next/dynamic";
import { useWasSelected } from "@/app/ui/selection";
import type { BulkBarProps } from "./open-bulk-bar";

const OpenBulkBar = dynamic(() => import("./open-bulk-bar"), { ssr: false });

/** Bar with the actions on selected items, loaded with the first selection. */
export function BulkBar(props: BulkBarProps) {
  return useWasSelected(props.selection) && <OpenBulkBar {...props} />;
}
