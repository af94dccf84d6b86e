"use client";

import { IconBoxMultiple, IconPackage, IconScan } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { itemHref } from "../../items/_parts/hrefs";
import type { OneContent } from "../types";
import classes from "./file.module.css";

/** Items and groups that use the file as their image, and the scan that sent it. */
export function UsedBy({ content: { scanId, uses } }: { content: OneContent }) {
  const t = useTranslations("files.one");
  const isUnused = uses.items.length + uses.groups.length === 0 && !scanId;
  return (
    <section className={classes.card} aria-labelledby="used">
      <h2 id="used" className={classes.title}>
        {t("usedBy")}
      </h2>
      {isUnused && <p className={classes.dim}>{t("unused")}</p>}
      <ul className={classes.uses}>
        {uses.groups.map(({ id, title }) => (
          <li key={id}>
            <IconBoxMultiple size={16} aria-hidden />
            <Link href={`/groups/${id}`}>{title || id}</Link>
            <span className={classes.dim}>{t("aGroup")}</span>
          </li>
        ))}
        {uses.items.map(({ identifier, title }) => (
          <li key={identifier}>
            <IconPackage size={16} aria-hidden />
            <Link href={itemHref(identifier)}>{title || identifier}</Link>
            <span className={classes.dim}>{t("anItem")}</span>
          </li>
        ))}
        {scanId && (
          <li>
            <IconScan size={16} aria-hidden />
            <Link href={`/scans/${scanId}`}>{t("fromScan")}</Link>
            <span className={classes.dim}>{t("aScan")}</span>
          </li>
        )}
      </ul>
      {uses.more && <p className={classes.dim}>{t("usedByMore")}</p>}
    </section>
  );
}
