"use client";

import { Badge } from "@mantine/core";
import { useTranslations } from "use-intl";
import { Facts } from "@/app/ui/facts";
import { Link } from "@/app/ui/link";
import { Moment } from "@/app/ui/moment";
import { Due } from "../due";
import { useMoney } from "../money";
import type { OneCase } from "../types";
import classes from "./case-page.module.css";

/** Summary, owner, dates, tags and value of a case. */
export function CaseFacts({ found }: { found: OneCase }) {
  const t = useTranslations("cases");
  const moneyText = useMoney();
  const { summary, owner, state, dueOn, tags, value, createdAt, decidedAt, closedAt } = found;
  return (
    <section aria-label={t("page.summary")}>
      <p className={summary ? classes.summary : classes.dim}>{summary || t("page.noSummary")}</p>
      <Facts>
        <div>
          <dt>{t("page.owner")}</dt>
          <dd>{owner ?? <span className={classes.dim}>{t("noOwner")}</span>}</dd>
        </div>
        <div>
          <dt>{t("page.due")}</dt>
          <dd>
            <Due dueOn={dueOn} state={state} />
          </dd>
        </div>
        <div>
          <dt>{t("page.opened")}</dt>
          <dd>
            <Moment at={createdAt} exact />
          </dd>
        </div>
        {decidedAt && (
          <div>
            <dt>{t("page.decided")}</dt>
            <dd>
              <Moment at={decidedAt} exact />
            </dd>
          </div>
        )}
        {closedAt && (
          <div>
            <dt>{t("page.closed")}</dt>
            <dd>
              <Moment at={closedAt} exact />
            </dd>
          </div>
        )}
        {value.length > 0 && (
          <div>
            <dt>{t("page.value")}</dt>
            <dd className="figures">
              {value.map(moneyText).join(", ")} <span className={classes.dim}>{t("page.valueHint")}</span>
            </dd>
          </div>
        )}
        {tags.length > 0 && (
          <div>
            <dt>{t("page.tags")}</dt>
            <dd className={classes.tags}>
              {tags.map((tag) => (
                <Badge
                  key={tag}
                  component={Link}
                  href={`/cases?${new URLSearchParams({ tag })}`}
                  variant="default"
                  tt="none"
                  style={{ cursor: "pointer" }}
                >
                  {tag}
                </Badge>
              ))}
            </dd>
          </div>
        )}
      </Facts>
    </section>
  );
}
