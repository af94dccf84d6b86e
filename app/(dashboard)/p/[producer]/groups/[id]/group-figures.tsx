"use client";

import { useTranslations } from "use-intl";
import { Facts } from "@/app/ui/facts";
import { ItemsFigure, ScansFigure } from "../_parts/figures";
import type { FoundGroup } from "../types";
import classes from "./group.module.css";

/** Items, scans and fakes of a group, each with a link to them. */
export function GroupFigures({ group: { id, figures } }: { group: FoundGroup }) {
  const t = useTranslations("groups");
  const group = { id, ...figures };
  return (
    <div className={classes.figures}>
      <Facts>
        <div>
          <dt>{t("items")}</dt>
          <dd>
            <ItemsFigure group={group} />
          </dd>
        </div>
        <div>
          <dt>{t("scans")}</dt>
          <dd>
            <ScansFigure group={group} of="scans" />
          </dd>
        </div>
        <div>
          <dt>{t("fakes")}</dt>
          <dd>
            <ScansFigure group={group} of="fakes" />
          </dd>
        </div>
      </Facts>
    </div>
  );
}
