"use client";

import { Tooltip } from "@mantine/core";
import type { ReactElement } from "react";

/** The name of an entry of the navigation that shows its icon alone. */
export default function EntryTooltip({ label, children }: { label: string; children: ReactElement }) {
  return (
    <Tooltip label={label} position="right">
      {children}
    </Tooltip>
  );
}
