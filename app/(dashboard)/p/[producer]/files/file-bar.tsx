"use client";

import dynamic from "next/dynamic";
import { useWasSelected } from "@/app/ui/selection";
import type { FileBarProps } from "./open-file-bar";

const OpenFileBar = dynamic(() => import("./open-file-bar"), { ssr: false });

/** Bar that deletes the selected files, loaded with the first selection. */
export function FileBar(props: FileBarProps) {
  return useWasSelected(props.selection) && <OpenFileBar {...props} />;
}
