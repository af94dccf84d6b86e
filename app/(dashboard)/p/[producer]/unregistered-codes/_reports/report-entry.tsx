"use client";

import { IconMail, IconMessageReport } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { Moment } from "@/app/ui/moment";
import { itemHref } from "../../items/_parts/hrefs";
import type { Report } from "../types";
import classes from "./reports.module.css";

interface ReportEntryProps {
  report: Report;
  /** The object of the page; the entry does not repeat it. */
  of?: "item" | "scan" | undefined;
}

/** A buyer's report. */
export function ReportEntry({ report, of }: ReportEntryProps) {
  const t = useTranslations("reports");
  const { kind, text, email, identifier, itemTitle, isOfItem, scanId, timestamp } = report;
  return (
    <li className={classes.report}>
      <IconMessageReport size={18} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <p className={classes.head}>
          <strong>{t(`kind.${kind}`)}</strong>
          <Moment at={timestamp} />
        </p>
        <p className={text ? classes.text : classes.dim}>{text || t("noText")}</p>
        <p className={classes.links}>
          {of === undefined && !isOfItem && <span>{t("unregistered", { code: identifier })}</span>}
          {of === undefined && isOfItem && (
            <Link href={itemHref(identifier)}>{itemTitle ? `${identifier} · ${itemTitle}` : identifier}</Link>
          )}
          {of !== "scan" && scanId && <Link href={`/scans/${scanId}`}>{t("scan")}</Link>}
          {email && (
            <a href={`mailto:${encodeURIComponent(email)}`} className={classes.mail}>
              <IconMail size={15} aria-hidden /> {t("reply", { email })}
            </a>
          )}
        </p>
      </div>
    </li>
  );
}
