"use client";

import { ActionIcon, TextInput, type TextInputProps } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { IconCalendar } from "@tabler/icons-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { dayFormat } from "./day";
import classes from "./day-input.module.css";

interface DayInputProps
  extends Omit<TextInputProps, "value" | "defaultValue" | "onChange" | "onBlur" | "type" | "min" | "max"> {
  /** As `2026-01-31`; empty for none. */
  value: string;
  /** Called when a complete day was typed or chosen, or the field was cleared. */
  onChange: (day: string) => void;
  min?: string | undefined;
  max?: string | undefined;
}

/** Date field in the page's language, because native fields use the browser's. The native calendar stays available. */
export function DayInput({ value, onChange, min, max, ...others }: DayInputProps) {
  const t = useTranslations("common.day");
  const locale = useLocale();
  const format = useMemo(() => dayFormat(locale), [locale]);
  const calendar = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<{ text: string; shownWith: string[] }>();
  const settle = (text: string) => {
    const read = text.trim() === "" ? "" : format.read(text);
    const isWithin = read === "" || (read && read >= (min ?? "") && read <= (max ?? "9999-12-31"));
    const day = isWithin ? read : undefined;
    setTyped({ text, shownWith: [value, day ?? value] });
    if (day !== undefined) onChange(day);
  };
  // Once the new value has arrived, the typed text is bound to it: another value from outside replaces the text.
  useEffect(() => {
    setTyped((typed) => (typed?.shownWith[1] === value ? { ...typed, shownWith: [value, value] } : typed));
  }, [value]);
  // "Back" before the new value has arrived leaves the value as it was.
  useWindowEvent("popstate", () => setTyped(undefined));
  return (
    <TextInput
      {...others}
      inputMode="numeric"
      autoComplete="off"
      placeholder={format.parts.map(({ type, value }) => (type === "literal" ? value : t(type))).join("")}
      value={typed?.shownWith.includes(value) ? typed.text : format.write(value)}
      onChange={({ currentTarget }) => settle(currentTarget.value)}
      onBlur={() => setTyped(undefined)}
      rightSection={
        <>
          <input
            ref={calendar}
            type="date"
            className={classes.calendar}
            tabIndex={-1}
            aria-hidden
            value={value}
            min={min}
            max={max ?? "9999-12-31"}
            onChange={({ currentTarget: { value: day } }) => {
              setTyped(undefined);
              onChange(day);
            }}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            tabIndex={-1}
            aria-label={t("choose")}
            onClick={() => calendar.current?.showPicker()}
          >
            <IconCalendar size={16} aria-hidden />
          </ActionIcon>
        </>
      }
    />
  );
}
