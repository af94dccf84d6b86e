"use client";

import { useFormatter, useTranslations } from "use-intl";
import { Facts } from "@/app/ui/facts";
import { Link } from "@/app/ui/link";
import { Moment } from "@/app/ui/moment";
import { useConditionText } from "../texts";
import type { OneAlert } from "../types";
import classes from "./alert.module.css";

/** When and by which rule an alert opened. */
export function AlertFacts({ alert }: { alert: OneAlert }) {
  const t = useTranslations("alerts.one");
  const format = useFormatter();
  const conditionText = useConditionText(alert.condition);
  const { from, before } = alert.evidence;
  return (
    <Facts>
      <div>
        <dt>{t("triggered")}</dt>
        <dd>
          <Moment at={alert.openedAt} exact />
        </dd>
      </div>
      <div>
        <dt>{t("period")}</dt>
        <dd>
          {format.dateTimeRange(new Date(from), new Date(before), {
            dateStyle: "medium",
            timeStyle: "short",
          })}
        </dd>
      </div>
      <div>
        <dt>{t("rule")}</dt>
        <dd>
          {conditionText}
          <div>
            {alert.hasRule ? (
              <Link href={`/alerts/rules/${alert.ruleId}`}>{t("toRule")}</Link>
            ) : (
              <span className={classes.dim}>{t("ruleDeleted")}</span>
            )}
          </div>
        </dd>
      </div>
    </Facts>
  );
}
