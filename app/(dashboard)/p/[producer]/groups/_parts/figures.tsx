"use client";

import { useFormatter, useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { scansHref } from "../../scans/hrefs";
import classes from "./figures.module.css";

interface Figured {
  id: string;
  items: number;
  hasMoreItems: boolean;
  scans: number;
  fakes: number;
}

/** The number of a group's items, as a link to them. */
export function ItemsFigure({ group: { id, items, hasMoreItems } }: { group: Figured }) {
  const t = useTranslations("groups");
  const format = useFormatter();
  if (items === 0) return <span className={classes.none}>0</span>;
  const count = format.number(items);
  return (
    <Link href={`/items?group=${id}`} className={classes.link}>
      {hasMoreItems ? t("moreThan", { count }) : count}
    </Link>
  );
}

/** The number of a group's scans or fakes, as a link to them. */
export function ScansFigure({ group, of }: { group: Figured; of: "scans" | "fakes" }) {
  const format = useFormatter();
  const count = group[of];
  if (count === 0) return <span className={classes.none}>0</span>;
  const href = scansHref({ group: group.id, ...(of === "fakes" ? { verdict: "fake" } : {}) });
  return (
    <Link href={href} className={of === "fakes" ? classes.fakes : classes.link}>
      {format.number(count)}
    </Link>
  );
}
