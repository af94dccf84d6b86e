"use client";

import { useTranslations } from "use-intl";
import { presetOf } from "./presets";
import classes from "./tokens.module.css";
import type { ListedToken } from "./types";

/** What a token may do, how often and from where, in a line. */
export function AccessSummary({
  token: { kind, scopes, requestsPerMinute, networks },
}: {
  token: ListedToken;
}) {
  const t = useTranslations("tokens");
  const preset = presetOf(scopes);
  const parts = [
    kind === "ownerKey"
      ? t("webhooksOnly")
      : preset
        ? t(`access.presetOf.${preset}`)
        : t("access.scopeCount", { count: scopes?.length ?? 0 }),
    requestsPerMinute !== null && t("access.rateOf", { count: requestsPerMinute }),
    networks && t("access.networkCount", { count: networks.length }),
  ].filter((part) => typeof part === "string");
  return (
    <span className={classes.access} title={scopes?.join(", ")}>
      {parts.join(" · ")}
    </span>
  );
}
