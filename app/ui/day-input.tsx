"use client";

import { ActionIcon, TextInput, type TextInputProps } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { IconCalendar } from "@tabler/icons-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { dayFault, dayFormat } from "./day";
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

/**
 * Date field in the page's language, because native fields use the browser's. The native calendar stays available. A text that
 * cannot be taken as a day stays in the field, and the form around it is not sent.
 */
export function DayInput({ value, onChange, min, max, error, ...others }: DayInputProps) {
  const t = useTranslations("common.day");
  const locale = useLocale();
  const format = useMemo(() => dayFormat(locale), [locale]);
  const calendar = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<{ text: string; shownWith: string[]; isLeft?: boolean }>();
  const settle = (text: string) => {
    const day = dayFault(text, format, { min, max }) ? undefined : (format.read(text) ?? "");
    setTyped({ text, shownWith: [value, day ?? value] });
    if (day !== undefined) onChange(day);
  };
  const shown = typed?.shownWith.includes(value) ? typed : undefined;
  const fault = shown && dayFault(shown.text, format, { min, max });
  const pattern = format.parts.map(({ type, value }) => (type === "literal" ? value : t(type))).join("");
  const faultText = fault && t(fault, { pattern });
  useEffect(() => field.current?.setCustomValidity(faultText ?? ""), [faultText]);
  // Once the new value has arrived, the typed text is bound to it: another value from outside replaces the text.
  useEffect(() => {
    setTyped((typed) => (typed?.shownWith[1] === value ? { ...typed, shownWith: [value, value] } : typed));
  }, [value]);
  // "Back" before the new value has arrived leaves the value as it was.
  useWindowEvent("popstate", () => setTyped(undefined));
  return (
    <TextInput
      {...others}
      ref={field}
      error={(shown?.isLeft && faultText) || error}
      inputMode="numeric"
      autoComplete="off"
      placeholder={pattern}
      value={shown ? shown.text : format.write(value)}
      onChange={({ currentTarget }) => settle(currentTarget.value)}
      onBlur={() => setTyped(shown && fault ? { ...shown, isLeft: true } : undefined)}
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
