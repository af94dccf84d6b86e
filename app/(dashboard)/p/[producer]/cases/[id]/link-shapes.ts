import { IconBell, IconMessageReport, IconPackage, IconScan, IconUserQuestion } from "@tabler/icons-react";

/** Icons of what a case may hold. */
export const SHAPE_OF_LINK = {
  scan: IconScan,
  code: IconUserQuestion,
  report: IconMessageReport,
  alert: IconBell,
  item: IconPackage,
} as const;
