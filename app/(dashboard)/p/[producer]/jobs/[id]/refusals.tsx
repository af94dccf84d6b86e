"use client";

import { useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { isRecord } from "@/server/core/is-record";
import { groupHref, itemHref } from "../../items/_parts/hrefs";
import classes from "../jobs.module.css";
import { useCodeText } from "../texts";
import type { OpenedJob } from "../types";

const refusalsIn = (listed: unknown) =>
  (Array.isArray(listed) ? listed : []).flatMap((refusal: unknown) =>
    isRecord(refusal) && typeof refusal.id === "string" && typeof refusal.code === "string"
      ? [{ id: refusal.id, code: refusal.code }]
      : [],
  );

function hrefOf(kind: OpenedJob["kind"], id: string): string {
  if (kind === "fileDeletion") return `/files/${id}`;
  return kind === "groupsDeletion" ? groupHref(id) : itemHref(id);
}

/** Pieces that a job left as they were, each with the reason. */
export function JobRefusals({ job: { kind, result } }: { job: OpenedJob }) {
  const t = useTranslations("jobs.left");
  const codeText = useCodeText();
  const refusals = refusalsIn(result.refusals);
  const counts = isRecord(result.refused) ? Object.entries(result.refused) : [];
  if (counts.length === 0) return null;
  const all = counts.reduce((sum, [, count]) => sum + Number(count), 0);
  return (
    <section className={classes.left}>
      <h2>{t("title")}</h2>
      <ul>
        {counts.map(([code, count]) => (
          <li key={code}>{t("counted", { count: Number(count), reason: codeText(code) ?? code })}</li>
        ))}
      </ul>
      <ol className={classes.refusals}>
        {refusals.map(({ id, code }) => (
          <li key={id}>
            <Link href={hrefOf(kind, id)}>{id}</Link>
            <span className={classes.dim}>{codeText(code) ?? code}</span>
          </li>
        ))}
      </ol>
      {refusals.length < all && (
        <p className={classes.dim}>{t("more", { shown: refusals.length, count: all })}</p>
      )}
    </section>
  );
}
