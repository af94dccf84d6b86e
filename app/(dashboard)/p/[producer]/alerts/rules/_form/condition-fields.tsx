"use client";

import { SegmentedControl, Select } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslations } from "use-intl";
import { GroupSelect } from "@/app/(dashboard)/p/[producer]/items/_parts/group-select";
import { useCountries } from "@/app/ui/country";
import { NumberField } from "@/app/ui/number-field";
import { usePercentSign } from "@/app/ui/percent";
import { LIMITS } from "@/server/domain/alerts/schema";
import type { Draft } from "./draft";
import classes from "./form.module.css";

interface FieldsProps {
  form: UseFormReturnType<Draft>;
}

interface ThresholdProps extends FieldsProps {
  field: "percent" | "minimumScans" | "sightings" | "quietDays" | "scans";
  label: string;
  description?: string;
  suffix?: string;
}

/** Number field with the limits of its threshold. */
function Threshold({ form, field, label, description, suffix }: ThresholdProps) {
  const { least, most } = LIMITS[field];
  const isPercent = field === "percent";
  return (
    <NumberField
      whole={!isPercent}
      label={label}
      {...(description ? { description } : {})}
      min={least}
      max={most}
      step={isPercent ? 0.5 : 1}
      decimalScale={isPercent ? 1 : 0}
      allowNegative={false}
      clampBehavior="strict"
      suffix={suffix ?? ""}
      {...form.getInputProps(field)}
    />
  );
}

const OF = ["all", "country", "group"] as const;

function WhichScans({ form }: FieldsProps) {
  const t = useTranslations("alerts.form");
  const countries = useCountries();
  const { of, country, group } = form.values;
  return (
    <div className={classes.which}>
      <SegmentedControl
        aria-label={t("of")}
        fullWidth
        value={of}
        onChange={(value) => form.setFieldValue("of", OF.find((each) => each === value) ?? "all")}
        data={[
          { value: "all", label: t("ofAll") },
          { value: "country", label: t("ofCountry") },
          { value: "group", label: t("ofGroup") },
        ]}
      />
      {of === "country" && (
        <Select
          label={t("country")}
          data={countries}
          searchable
          nothingFoundMessage={t("noCountry")}
          value={country}
          onChange={(value) => form.setFieldValue("country", value)}
          error={form.errors.country}
        />
      )}
      {of === "group" && (
        <GroupSelect
          label={t("group")}
          value={group}
          onChange={(id) => form.setFieldValue("group", id)}
          error={form.errors.group}
        />
      )}
    </div>
  );
}

/** Thresholds of the chosen kind of rule. */
export function ConditionFields({ form }: FieldsProps) {
  const t = useTranslations("alerts.form");
  const percentSign = usePercentSign();
  switch (form.values.kind) {
    case "fakeRate":
      return (
        <>
          <div className={classes.pair}>
            <Threshold form={form} field="percent" label={t("percent")} suffix={percentSign} />
            <Threshold form={form} field="minimumScans" label={t("minimumScans")} suffix={t("unitScans")} />
          </div>
          <WhichScans form={form} />
        </>
      );
    case "unknownIdentifiers":
      return <Threshold form={form} field="sightings" label={t("sightings")} />;
    case "newCountry":
      return (
        <div className={classes.pair}>
          <Threshold form={form} field="scans" label={t("scans")} />
          <Threshold form={form} field="quietDays" label={t("quietDays")} suffix={t("unitDays")} />
        </div>
      );
    case "impossibleTravel":
      return <Threshold form={form} field="scans" label={t("journeys")} />;
    case "stolenItem":
      return <Threshold form={form} field="scans" label={t("scans")} />;
  }
}
