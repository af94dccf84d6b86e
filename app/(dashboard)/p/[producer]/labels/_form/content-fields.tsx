"use client";

import { MultiSelect, NativeSelect } from "@mantine/core";
import { useTranslations } from "use-intl";
import { type LabelSettings, MAX_LINES } from "@/server/domain/labels/schema";
import type { Edited, Previewed } from "../types";
import classes from "./form.module.css";
import { LimitedNumber } from "./limited-number";

const SYMBOLS = ["qr", "data-matrix", "code-128"] as const;
const CORRECTIONS = ["L", "M", "Q", "H"] as const;
const FIELDS = ["title", "identifier", "group"] as const;
const OF_DATA = "data.";

/** The forms of the second code under a scratch field. */
const SECOND_CODES = [
  { key: "none", field: null },
  { key: "text", field: { symbol: null } },
  { key: "qr", field: { symbol: "qr" } },
  { key: "data-matrix", field: { symbol: "data-matrix" } },
] as const;

const keyOf = (field: LabelSettings["secondCode"]) =>
  field === null ? "none" : field.symbol === null ? "text" : field.symbol;

/** Fields of what a label shows. */
export function ContentFields({
  settings,
  change,
  labels,
  hasActivation,
}: Edited & { labels: Previewed; hasActivation: boolean }) {
  const t = useTranslations("labels.content");
  const keys = new Set([
    ...labels.labels.flatMap(({ data }) => Object.keys(data)),
    ...settings.lines.filter((line) => line.startsWith(OF_DATA)).map((line) => line.slice(OF_DATA.length)),
  ]);
  return (
    <div className={classes.fields}>
      <NativeSelect
        label={t("symbol")}
        className={classes.wide ?? ""}
        value={settings.symbol}
        onChange={({ currentTarget: { value } }) =>
          change({ symbol: SYMBOLS.find((one) => one === value) ?? settings.symbol })
        }
        data={SYMBOLS.map((value) => ({ value, label: t(`symbols.${value}`) }))}
      />
      <MultiSelect
        label={t("lines")}
        description={t("linesHint")}
        className={classes.wide ?? ""}
        maxValues={MAX_LINES}
        value={settings.lines}
        onChange={(lines) => change({ lines })}
        data={[
          ...FIELDS.map((value) => ({ value, label: t(`fields.${value}`) })),
          ...[...keys].map((key) => ({ value: OF_DATA + key, label: t("fields.data", { key }) })),
        ]}
      />
      {settings.symbol === "qr" && (
        <NativeSelect
          label={t("errorCorrection")}
          value={settings.errorCorrection}
          onChange={({ currentTarget: { value } }) =>
            change({ errorCorrection: CORRECTIONS.find((one) => one === value) ?? settings.errorCorrection })
          }
          data={CORRECTIONS.map((value) => ({ value, label: t(`corrections.${value}`) }))}
        />
      )}
      {(hasActivation || settings.secondCode !== null) && (
        <NativeSelect
          label={t("secondCode")}
          description={t("secondCodeHint")}
          className={classes.wide ?? ""}
          value={keyOf(settings.secondCode)}
          onChange={({ currentTarget: { value } }) =>
            change({ secondCode: SECOND_CODES.find(({ key }) => key === value)?.field ?? null })
          }
          data={SECOND_CODES.map(({ key }) => ({ value: key, label: t(`secondCodes.${key}`) }))}
        />
      )}
      <LimitedNumber
        label={t("fontSize")}
        value={settings.fontSizePt}
        min={4}
        max={72}
        onChange={(fontSizePt) => change({ fontSizePt })}
      />
      <LimitedNumber
        label={t("margin")}
        value={settings.margin}
        min={0}
        max={20}
        step={0.5}
        onChange={(margin) => change({ margin })}
      />
    </div>
  );
}
