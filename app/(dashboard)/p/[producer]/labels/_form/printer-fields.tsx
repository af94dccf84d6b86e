"use client";

import { Checkbox, NativeSelect } from "@mantine/core";
import { useTranslations } from "use-intl";
import type { Edited } from "../types";
import classes from "./form.module.css";
import { LimitedNumber } from "./limited-number";

const RESOLUTIONS = [203, 300, 600] as const;

interface PrinterFieldsProps extends Edited {
  skip: number;
  onSkip: (skip: number) => void;
}

/** Fields that adjust a print to a printer and to a sheet in use. */
export function PrinterFields({ settings, change, skip, onSkip }: PrinterFieldsProps) {
  const t = useTranslations("labels.printer");
  const { offset, dpi, cutMarks } = settings;
  return (
    <div className={classes.fields}>
      <LimitedNumber label={t("skip")} value={skip} min={0} max={1_000} whole onChange={onSkip} />
      <NativeSelect
        label={t("dpi")}
        value={String(dpi ?? "")}
        onChange={({ currentTarget: { value } }) =>
          change({ dpi: RESOLUTIONS.find((one) => String(one) === value) ?? null })
        }
        data={[
          { value: "", label: t("anyDpi") },
          ...RESOLUTIONS.map((value) => ({
            value: String(value),
            label: t("dpiOf", { dpi: String(value) }),
          })),
        ]}
      />
      <LimitedNumber
        label={t("offsetX")}
        value={offset.x}
        min={-50}
        max={50}
        step={0.5}
        onChange={(x) => change({ offset: { ...offset, x } })}
      />
      <LimitedNumber
        label={t("offsetY")}
        value={offset.y}
        min={-50}
        max={50}
        step={0.5}
        onChange={(y) => change({ offset: { ...offset, y } })}
      />
      <Checkbox
        label={t("cutMarks")}
        className={classes.wide ?? ""}
        checked={cutMarks}
        onChange={(event) => change({ cutMarks: event.currentTarget.checked })}
      />
    </div>
  );
}
