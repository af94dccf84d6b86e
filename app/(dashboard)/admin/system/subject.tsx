"use client";

import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { useId } from "react";
import { useTranslations } from "use-intl";
import { StateMark } from "@/app/ui/state-mark";
import type { Fact } from "./facts";
import classes from "./system.module.css";
import type { SystemState } from "./types";

interface SubjectProps {
  of: keyof SystemState["verdicts"];
  facts: Fact[];
  concerns: SystemState["verdicts"][keyof SystemState["verdicts"]];
}

/** One part of the service: its facts, its state, and what to do. */
export function Subject({ of: subject, facts, concerns }: SubjectProps) {
  const t = useTranslations("admin.system");
  const id = useId();
  const isWell = concerns.length === 0;
  return (
    <section className={classes.subject} aria-labelledby={id} data-long={subject === "loops" || undefined}>
      <div className={classes.head}>
        <h2 id={id}>{t(`subjects.${subject}`)}</h2>
        <StateMark icon={isWell ? IconCircleCheck : IconAlertTriangle} tone={isWell ? "good" : "bad"}>
          {t(isWell ? "healthy" : "needsAttention")}
        </StateMark>
      </div>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {concerns.map((concern) => (
        <p key={concern} className={classes.todo}>
          {t.rich(`todo.${concern}`, { code: (words) => <code>{words}</code> })}
        </p>
      ))}
    </section>
  );
}
