"use client";

import type { Checked, Fault } from "@assay/evidence";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "use-intl";
import { z } from "zod";
import { useBytes } from "@/app/ui/bytes";
import { Facts } from "@/app/ui/facts";
import classes from "./evidence.module.css";

const PackFacts = z.object({
  pack: z.object({ id: z.string(), number: z.number() }),
  service: z.string(),
  producer: z.object({ name: z.string() }),
  case: z.object({ number: z.number(), title: z.string() }),
  madeBy: z.object({ name: z.string() }),
  madeAt: z.string(),
});

const MAX_LISTED = 200;

/** What a check found. */
export function Verdict({ name, checked }: { name: string; checked: Checked }) {
  const t = useTranslations("evidence");
  const isWhole = checked.faults.length === 0;
  const Icon = isWhole ? IconCircleCheck : IconCircleX;
  return (
    <section className={classes.verdict} aria-label={t("result")}>
      <h2>
        <Icon size={26} aria-hidden />
        {isWhole ? t("whole") : t("broken", { count: checked.faults.length })}
      </h2>
      <p>{isWhole ? t("wholeText", { name }) : t("brokenText", { name })}</p>
      <Faults faults={checked.faults} />
      {checked.recorded.length > 0 && (
        <>
          <h3>{t("recorded")}</h3>
          <p>{t("recordedText")}</p>
          <Faults faults={checked.recorded} />
        </>
      )}
      <About checked={checked} />
    </section>
  );
}

function Faults({ faults }: { faults: readonly Fault[] }) {
  const t = useTranslations("evidence");
  if (faults.length === 0) return null;
  return (
    <ul className={classes.faults}>
      {faults.slice(0, MAX_LISTED).map(({ path, kind }) => (
        <li key={`${path} ${kind}`}>
          <code>{path}</code> {t(`faults.${kind}`)}
        </li>
      ))}
      {faults.length > MAX_LISTED && <li>{t("more", { count: faults.length - MAX_LISTED })}</li>}
    </ul>
  );
}

function About({ checked }: { checked: Checked }) {
  const t = useTranslations("evidence.facts");
  const format = useFormatter();
  const bytes = useBytes();
  const { timestamp, keyId, files, bytes: size } = checked;
  const { data: facts } = PackFacts.safeParse(checked.facts);
  const moment = (at: Date) =>
    format.dateTime(at, { dateStyle: "long", timeStyle: "medium", timeZone: "UTC" });
  const shown: [string, string][] = [
    ...(facts
      ? ([
          [t("case"), `#${facts.case.number} ${facts.case.title}`],
          [t("producer"), facts.producer.name],
          [t("madeBy"), facts.madeBy.name],
          [t("madeAt"), `${moment(new Date(facts.madeAt))} UTC`],
          [t("pack"), facts.pack.id],
        ] satisfies [string, string][])
      : []),
    [t("files"), `${format.number(files)}, ${bytes(size)}`],
    [t("key"), keyId ?? t("noKey")],
    [
      t("timestamp"),
      timestamp?.isValid ? t("timed", { at: moment(timestamp.at), by: timestamp.authority }) : t("notTimed"),
    ],
  ];
  return (
    <Facts>
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Facts>
  );
}
