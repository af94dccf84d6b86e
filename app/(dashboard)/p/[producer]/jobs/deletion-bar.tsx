"use client";

import { useLoaded } from "@/app/ui/use-loaded";
import type { DeletionBarProps } from "./open-deletion-bar";

const load = () => import("./open-deletion-bar");

/** Bar that deletes the selected objects, loaded with the first selection. */
export function DeletionBar(props: DeletionBarProps) {
  const Bar = useLoaded(props.selection.count > 0, load);
  return Bar && <Bar {...props} />;
}
