"use client";

import { useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { Moment } from "@/app/ui/moment";
import type { FoundItem } from "../types";
import classes from "./item.module.css";

/** Warning that the group of an invalidated item changed later: scanners no longer see what was invalidated. */
export function GroupChange({ found: { group, groupChange } }: { found: FoundItem }) {
  const t = useTranslations("items.groupChange");
  if (!groupChange) return null;
  const { what, at, isRecorded } = groupChange;
  const record = what === "changed" && group ? `/settings/audit-log?target=${group.id}` : "#history";
  return (
    <p className={classes.final}>
      {t.rich(what, { at: () => <Moment at={at} exact /> })}{" "}
      {isRecorded && <Link href={record}>{t("record")}</Link>}
    </p>
  );
}
