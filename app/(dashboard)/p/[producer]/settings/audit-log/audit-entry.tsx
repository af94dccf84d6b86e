"use client";

import { IconArrowRight } from "@tabler/icons-react";
import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "use-intl";
import { useBytes } from "@/app/ui/bytes";
import { Link } from "@/app/ui/link";
import { Moment } from "@/app/ui/moment";
import timeline from "@/app/ui/timeline.module.css";
import type { AppRouter } from "@/server/trpc/root";
import classes from "./audit-log.module.css";

type Entry = inferRouterOutputs<AppRouter>["auditEvents"]["list"]["entries"][number];
type Value = Entry["changes"][number]["from"];

const IN_DAYS = new Set(["/preciseDays", "/deviceDays", "/imageDays"]);
const IN_BYTES = new Set(["/quota", "/recordQuota"]);
const ROLES = ["owner", "editor", "viewer", "inspector"] as const;

/** Pages of the targets that have one, while they exist. */
const PLACE_OF: Partial<Record<Entry["target"]["kind"], string>> = {
  hook: "/webhooks",
  group: "/groups",
  content: "/files",
  job: "/jobs",
  alertRule: "/alerts/rules",
  case: "/cases",
  person: "/admin/people",
};

/** One audit event: actor, target and changes. */
export function AuditEntry({ entry: { action, actor, at, target, changes } }: { entry: Entry }) {
  const t = useTranslations("auditLog");
  return (
    <li className={timeline.entry}>
      <p className={timeline.head}>
        <strong>{t(`auditEvents.${action}`)}</strong>
        <Target
          target={target}
          place={action === "adminSawScan" ? "/scans" : PLACE_OF[target.kind]}
          isGone={action.endsWith("Deleted")}
        />
        <span className={timeline.by}>
          {t(`by.${actor.type}`, { name: actor.name })} · <Moment at={at} />
        </span>
      </p>
      {changes.length > 0 && (
        <dl className={timeline.changes}>
          {changes.map((change) => (
            <Changed key={change.path} change={change} />
          ))}
        </dl>
      )}
    </li>
  );
}

interface TargetProps {
  target: Entry["target"];
  place: string | undefined;
  isGone: boolean;
}

function Target({ target: { id, name }, place, isGone }: TargetProps) {
  const words = <span className={classes.name}>{name || id}</span>;
  if (!place || isGone) return words;
  return <Link href={`${place}/${id}`}>{words}</Link>;
}

const stepsOf = (path: string) =>
  path
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

function Changed({ change: { path, from, to } }: { change: Entry["changes"][number] }) {
  const t = useTranslations("auditLog");
  const tRole = useTranslations("common.role");
  const bytes = useBytes();
  const fieldName = useFieldName();
  const wordsOf = (value: Value) => {
    const role = path === "/role" && ROLES.find((one) => one === value);
    if (role) return tRole(role);
    if (IN_BYTES.has(path) && typeof value === "number") return bytes(value);
    if (IN_DAYS.has(path)) return typeof value === "number" ? t("days", { days: value }) : t("forGood");
    if (path === "/format" && typeof value === "string") return value.toUpperCase();
    if (typeof value === "boolean") return t(value ? "true" : "false");
    return typeof value === "string" ? value : JSON.stringify(value);
  };
  const isTold = from !== undefined || to !== undefined;
  return (
    <div>
      <dt>{fieldName(stepsOf(path))}</dt>
      <dd className={timeline.fromTo}>
        {isTold ? (
          <>
            {from !== undefined && (
              <>
                <del className={timeline.from}>{wordsOf(from)}</del>
                <IconArrowRight size={14} aria-label={t("to")} role="img" />
              </>
            )}
            {to === undefined ? (
              <span className={timeline.by}>{t("nothing")}</span>
            ) : (
              <span>{wordsOf(to)}</span>
            )}
          </>
        ) : (
          t("long")
        )}
      </dd>
    </div>
  );
}

function useFieldName(): (steps: string[]) => string {
  const t = useTranslations("auditLog.fields");
  return ([first = "", ...rest]) => {
    switch (first) {
      case "name":
      case "scopes":
      case "requestsPerMinute":
      case "networks":
      case "title":
      case "image":
      case "verificationinfos":
      case "role":
      case "coolDownHours":
      case "windowHours":
      case "percent":
      case "minimumScans":
      case "sightings":
      case "quietDays":
      case "scans":
      case "of":
      case "reason":
      case "minimumVersion":
      case "physicalOnly":
      case "unsupportedModels":
      case "preciseDays":
      case "deviceDays":
      case "imageDays":
      case "range":
      case "format":
      case "filter":
      case "columns":
      case "count":
      case "reprinted":
      case "downloads":
      case "quota":
      case "recordQuota":
      case "url":
      case "events":
      case "isOn":
      case "warrantyMonths":
      case "secondCodes":
      case "items":
        return t(first);
      case "data":
        return [t(first), ...rest].join(" › ");
      default:
        return [first, ...rest].join(" › ");
    }
  };
}
