"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { useTRPC } from "@/app/ui/trpc";
import { CaseState } from "../case-state";
import type { Links } from "../types";
import classes from "./in-cases.module.css";

/** The cases to which a scan, code, report, alert or item belongs; nothing where there are none. */
export function InCases({ kind, of }: { kind: Links["kind"]; of: string }) {
  const t = useTranslations("cases.add");
  const { data } = useQuery(useTRPC().cases.of.queryOptions({ kind, ref: of }));
  if (!data || data.length === 0) return null;
  return (
    <p className={classes.cases}>
      {t("in")}{" "}
      {data.map(({ id, number, title, state }) => (
        <span key={id} className={classes.one}>
          <Link href={`/cases/${id}`}>
            #{number} {title}
          </Link>
          <CaseState of={state} />
        </span>
      ))}
    </p>
  );
}
