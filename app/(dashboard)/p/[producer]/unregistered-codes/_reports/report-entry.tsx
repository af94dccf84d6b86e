"use client";

import { IconExternalLink, IconMail, IconMessageReport } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { Moment } from "@/app/ui/moment";
import { AddToCase } from "../../cases/_add/add-to-case";
import { itemHref } from "../../items/_parts/hrefs";
import type { Report } from "../types";
import { ReportPhoto } from "./report-photo";
import classes from "./reports.module.css";

/** The host of a reported page; nothing for addresses that are no web page. */
function webHost(url: string | null): string | undefined {
  if (url === null || !URL.canParse(url)) return undefined;
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || protocol === "http:" ? hostname : undefined;
}

interface ReportEntryProps {
  report: Report;
  /** The object of the page; the entry does not repeat it. */
  of?: "item" | "scan" | undefined;
  /** Whether it concerns no producer. */
  isForAdmins?: boolean;
}

/** A buyer's report. */
export function ReportEntry({ report, of, isForAdmins = false }: ReportEntryProps) {
  const t = useTranslations("reports");
  const {
    id,
    kind,
    text,
    place,
    sellerUrl,
    hasPhoto,
    email,
    identifier,
    itemTitle,
    isOfItem,
    scanId,
    timestamp,
  } = report;
  const host = webHost(sellerUrl);
  return (
    <li className={classes.report}>
      <IconMessageReport size={18} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <p className={classes.head}>
          <strong>{t(`kind.${kind}`)}</strong>
          <Moment at={timestamp} />
        </p>
        <p className={text ? classes.text : classes.dim}>{text || t("noText")}</p>
        {place && <p className={classes.text}>{t("place", { place })}</p>}
        <p className={classes.links}>
          {of === undefined && !isOfItem && <span>{t("unregistered", { code: identifier })}</span>}
          {of === undefined && isOfItem && (
            <Link href={itemHref(identifier)}>{itemTitle ? `${identifier} · ${itemTitle}` : identifier}</Link>
          )}
          {of !== "scan" && scanId && <Link href={`/scans/${scanId}`}>{t("scan")}</Link>}
          {sellerUrl && host && (
            <a
              href={sellerUrl}
              target="_blank"
              rel="noopener noreferrer nofollow ugc"
              className={classes.mail}
            >
              <IconExternalLink size={15} aria-hidden /> {t("seller", { host })}
            </a>
          )}
          {hasPhoto && <ReportPhoto id={id} isForAdmins={isForAdmins} />}
          {email && (
            <a href={`mailto:${encodeURIComponent(email)}`} className={classes.mail}>
              <IconMail size={15} aria-hidden /> {t("reply", { email })}
            </a>
          )}
          {!isForAdmins && (
            <AddToCase
              links={{ kind: "report", refs: [id] }}
              suggestedTitle={host ?? identifier}
              size="compact-sm"
            />
          )}
        </p>
      </div>
    </li>
  );
}
