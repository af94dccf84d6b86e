"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useBytes } from "@/app/ui/bytes";
import { IdCopy } from "@/app/ui/id-copy";
import { Link } from "@/app/ui/link";
import { Moment } from "@/app/ui/moment";
import type { OneContent } from "../types";
import classes from "./file.module.css";

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Name and facts of a file. */
export function Facts({ content }: { content: OneContent }) {
  const t = useTranslations("files.one");
  const bytes = useBytes();
  const none = <span className={classes.dim}>{t("none")}</span>;
  return (
    <section className={classes.card} aria-labelledby="facts">
      <h2 id="facts" className={classes.title}>
        {t("facts")}
      </h2>
      <dl className={classes.facts}>
        <Fact name={t("name")}>{content.name || none}</Fact>
        <Fact name={t("description")}>{content.description || none}</Fact>
        <Fact name={t("type")}>{content.contentType}</Fact>
        <Fact name={t("size")}>{bytes(content.size)}</Fact>
        <Fact name={t("created")}>
          <Moment at={content.createdAt} exact />
        </Fact>
        {content.scanId && (
          <Fact name={t("source")}>
            <Link href={`/scans/${content.scanId}`}>{t("fromScan")}</Link>
          </Fact>
        )}
        <Fact name={t("url")}>
          <IdCopy id={content.url} what={t("theUrl")} />
        </Fact>
        <Fact name={t("path")}>
          <IdCopy id={content.path} what={t("thePath")} />
        </Fact>
        <Fact name={t("id")}>
          <IdCopy id={content.id} what={t("theId")} />
        </Fact>
      </dl>
    </section>
  );
}
