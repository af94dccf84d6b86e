"use client";

import { Checkbox, Chip, Group, Select, Stack, TextInput } from "@mantine/core";
import { useFormatter, useTranslations } from "use-intl";
import type { QuietHours } from "@/server/domain/alert-channels/schema";
import { useZone } from "./zone";

const DAYS = [1, 2, 3, 4, 5, 6, 7];
/** A Monday. */
const MONDAY = Date.UTC(2026, 4, 4);
const DAY_MS = 86_400_000;

/** Names of the days of the week, from Monday as 1. */
export function useDayName(): (day: number) => string {
  const format = useFormatter();
  return (day) =>
    format.dateTime(new Date(MONDAY + (day - 1) * DAY_MS), { weekday: "short", timeZone: "UTC" });
}

interface QuietHoursFieldsProps {
  value: QuietHours | null;
  onChange: (value: QuietHours | null) => void;
  error?: string | undefined;
}

/** Fields of quiet hours: whether there are any, from when to when, in which time zone, on which days. */
export function QuietHoursFields({ value, onChange, error }: QuietHoursFieldsProps) {
  const t = useTranslations("quietHours");
  const zone = useZone();
  const dayName = useDayName();
  const zones = Intl.supportedValuesOf("timeZone");
  const first = { from: "22:00", to: "07:00", timeZone: zone, days: DAYS };
  return (
    <Stack gap="sm">
      <Checkbox
        label={t("enable")}
        description={t("hint")}
        checked={value !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? first : null)}
      />
      {value && (
        <>
          <Group grow gap="sm" align="start">
            <TextInput
              type="time"
              required
              label={t("from")}
              value={value.from}
              onChange={(event) => onChange({ ...value, from: event.currentTarget.value })}
            />
            <TextInput
              type="time"
              required
              label={t("to")}
              value={value.to}
              error={error}
              onChange={(event) => onChange({ ...value, to: event.currentTarget.value })}
            />
          </Group>
          <Select
            label={t("timeZone")}
            searchable
            allowDeselect={false}
            data={zones.includes(value.timeZone) ? zones : [value.timeZone, ...zones]}
            value={value.timeZone}
            onChange={(timeZone) => timeZone && onChange({ ...value, timeZone })}
          />
          <Chip.Group
            multiple
            value={value.days.map(String)}
            onChange={(days) => days.length > 0 && onChange({ ...value, days: days.map(Number) })}
          >
            <Group gap="xs" role="group" aria-label={t("days")}>
              {DAYS.map((day) => (
                <Chip key={day} value={String(day)} size="sm" radius="md">
                  {dayName(day)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </>
      )}
    </Stack>
  );
}
