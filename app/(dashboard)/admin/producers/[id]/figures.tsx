"use client";

import type { ReactNode } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { Verdict } from "@/app/ui/verdict";
import { ENOUGH_SCANS } from "@/server/core/enough-scans";
import { useCountedHref } from "../filters";
import { Rate, scaleOf } from "../rate";
import { Spark } from "../spark";
import type { OneProducer } from "../types";
import classes from "./producer.module.css";

const VERDICTS = ["original", "fake", "unknown", "error"] as const;

function Figure({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.figure}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Scans of the producer's items in the range; each figure links to its scans. */
export function Figures({
  producer: { id, counts, share, trend },
  days,
  isStale,
}: {
  producer: OneProducer;
  days: number;
  isStale: boolean;
}) {
  const t = useTranslations("admin.producer");
  const format = useFormatter();
  const countedHref = useCountedHref(days);
  const linked = (count: number, verdict?: string) => (
    <Link href={countedHref(id, verdict)} className={classes.number}>
      {format.number(count)}
    </Link>
  );
  return (
    <section aria-label={t("figures")} aria-busy={isStale}>
      <dl className={classes.figures}>
        <Figure name={t("allScans")}>{linked(counts.scans)}</Figure>
        {VERDICTS.map((verdict) => (
          <Figure key={verdict} name={<Verdict of={verdict} />}>
            {linked(counts[verdict], verdict)}
          </Figure>
        ))}
        <Figure name={t("rate")}>
          <Rate share={share} isEnough={counts.scans >= ENOUGH_SCANS} scale={scaleOf([share])} />
        </Figure>
        <Figure name={t("trend")}>
          <Spark values={trend} />
        </Figure>
      </dl>
    </section>
  );
}
