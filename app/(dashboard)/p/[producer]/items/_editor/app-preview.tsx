"use client";

import { SegmentedControl } from "@mantine/core";
import { IconRosetteDiscountCheck, IconScan } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Picture } from "../_parts/picture";
import classes from "./app-preview.module.css";
import type { Description } from "./draft";
import { seenOf } from "./seen";

interface AppPreviewProps {
  item: Description;
  group: Description | null;
  locale: string;
  /** The item is invalidated: apps show a warning. */
  invalidated?: boolean;
}

/** Approximate app view of an item, before and after it is verified. */
export function AppPreview({ item, group, locale, invalidated = false }: AppPreviewProps) {
  const t = useTranslations("items.editor.preview");
  const [state, setState] = useState("verified");
  const { title, image, infos } = seenOf(item, group, locale);
  // An unknown level counts as `verified`; `producer` infos never reach an app.
  const shown = infos.filter(
    ({ visible = "always" }) => visible === "always" || (state === "verified" && visible !== "producer"),
  );
  return (
    <div className={classes.preview}>
      <SegmentedControl
        aria-label={t("state")}
        size="xs"
        fullWidth
        value={state}
        onChange={setState}
        data={[
          { value: "before", label: t("before") },
          { value: "verified", label: t("verified") },
        ]}
      />
      <div className={classes.phone}>
        <Picture image={image} alt="" width={640} shape="fill" />
        <div className={classes.body} lang={locale}>
          <p className={classes.title}>{title || t("untitled")}</p>
          <p className={classes.state} data-state={invalidated ? "invalidated" : state}>
            {state === "verified" ? (
              <IconRosetteDiscountCheck size={16} aria-hidden />
            ) : (
              <IconScan size={16} aria-hidden />
            )}
            {invalidated ? t("isInvalidated") : state === "verified" ? t("isVerified") : t("isBefore")}
          </p>
          {shown.length === 0 ? (
            <p className={classes.nothing}>{t("nothing")}</p>
          ) : (
            <dl className={classes.infos}>
              {shown.map(({ label, value, visible }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: entries have no ids.
                <div key={index}>
                  <dt>
                    {label || t("unlabelled")}
                    {visible && visible !== "always" && visible !== "verified" && (
                      <span className={classes.word}>{visible}</span>
                    )}
                  </dt>
                  {(Array.isArray(value) ? value : [value ?? ""]).map((one, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: values have no identity but their position.
                    <dd key={at}>{one}</dd>
                  ))}
                </div>
              ))}
            </dl>
          )}
        </div>
      </div>
    </div>
  );
}
