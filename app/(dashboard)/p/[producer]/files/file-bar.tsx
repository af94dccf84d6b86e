"use client";

import { useLoaded } from "@/app/ui/use-loaded";
import type { FileBarProps } from "./open-file-bar";

const load = () => import("./open-file-bar");

/** Bar that deletes the selected files, loaded with the first selection. */
export function FileBar(props: FileBarProps) {
  const Bar = useLoaded(props.selection.count > 0, load);
  return Bar && <Bar {...props} />;
}
