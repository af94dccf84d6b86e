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
  const { _scans: scans = 0, _fakes: fakes = 0, _created, _updated } = item.data;
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t("scans")}</dt>
        <dd>
          <Link href={scansHref({ item: item.id })}>{format.number(scans)}</Link>
        </dd>
      </div>
      <div>
        <dt>{t("fakes")}</dt>
        <dd>
          <Link
            href={scansHref({ item: item.id, verdict: "fake" })}
            {...(fakes > 0 ? { className: classes.fakes } : {})}
          >
            {format.number(fakes)}
          </Link>
        </dd>
      </div>
      <div>
        <dt>{t("group")}</dt>
        <dd>
          {group ? <Link href={groupHref(group.id)}>{group.data.title ?? group.id}</Link> : t("noGroup")}
        </dd>
      </div>
      <div>
        <dt>{t("created")}</dt>
        <dd>{_created === undefined ? "–" : <Moment at={_created} />}</dd>
      </div>
      <div>
        <dt>{t("updated")}</dt>
        <dd>{_updated === undefined ? "–" : <Moment at={_updated} />}</dd>
      </div>
    </dl>
  );
}
