"use client";

import { useFormatter, useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { Moment } from "@/app/ui/moment";
import { scansHref } from "../../scans/hrefs";
import { groupHref } from "../_parts/hrefs";
import type { FoundItem } from "../types";
import classes from "./item.module.css";

/** Counts and times of an item; each count links to the scans it counts. */
export function Facts({ found: { item, group } }: { found: FoundItem }) {
  const t = useTranslations("items.facts");
  const format = useFormatter();
  const { scans, fakes, createdAt, updatedAt } = item;
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t("scans")}</dt>
        <dd>
          <Link href={scansHref({ item: item.identifier })}>{format.number(scans)}</Link>
        </dd>
      </div>
      <div>
        <dt>{t("fakes")}</dt>
        <dd>
          <Link
            href={scansHref({ item: item.identifier, verdict: "fake" })}
            {...(fakes > 0 ? { className: classes.fakes } : {})}
          >
            {format.number(fakes)}
          </Link>
        </dd>
      </div>
      <div>
        <dt>{t("group")}</dt>
        <dd>{group ? <Link href={groupHref(group.id)}>{group.title ?? group.id}</Link> : t("noGroup")}</dd>
      </div>
      <div>
        <dt>{t("created")}</dt>
        <dd>
          <Moment at={createdAt} />
        </dd>
      </div>
      <div>
        <dt>{t("updated")}</dt>
        <dd>
          <Moment at={updatedAt} />
        </dd>
      </div>
    </dl>
  );
}
