"use client";

import { Badge } from "@mantine/core";
import { useTranslations } from "use-intl";
import type { FoundItem } from "../types";
import classes from "./comparison.module.css";
import { Section } from "./section";

/** Verification infos of item and group, as scanners get them. */
export function MergedInfos({ found: { merged, origins, group } }: { found: FoundItem }) {
  const t = useTranslations("items.infos");
  const infos = merged.verificationinfos;
  const seenBy = (visible: string | undefined) => {
    if (visible === "always" || visible === "verified" || visible === "producer") return t(visible);
    return visible || t("unsaid");
  };
  return (
    <Section title={t("title")} description={group ? t("lead") : t("leadAlone")}>
      {infos.length === 0 ? (
        <p className={classes.nothing}>{t("empty")}</p>
      ) : (
        <ol className={classes.infos}>
          {infos.map(({ key, label, value, visible }, index) => {
            const values = Array.isArray(value) ? value : [value ?? ""];
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have no ids.
              <li key={index}>
                <span className={classes.label}>{label ?? key ?? t("unlabelled")}</span>
                <ul className={classes.values} data-several={Array.isArray(value) || undefined}>
                  {values.map((one, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: values have no identity but their position.
                    <li key={at}>{one}</li>
                  ))}
                </ul>
                <span className={classes.more}>
                  <Badge variant="default" styles={{ root: { textTransform: "none", fontWeight: 500 } }}>
                    {seenBy(visible)}
                  </Badge>
                  {group && (
                    <span className={classes.origin}>{t(origins.verificationinfos[index] ?? "item")}</span>
                  )}
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </Section>
  );
}
