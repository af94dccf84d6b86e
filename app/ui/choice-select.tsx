"use client";

import { MultiSelect, type MultiSelectProps } from "@mantine/core";
import { CHOICE_LOOK, ChoiceField, type OneChoice, useChoice } from "./choice-field";
import classes from "./choice-field.module.css";

interface ChoiceSelectProps<Value extends string>
  extends OneChoice<Value>,
    Omit<MultiSelectProps<Value>, "label" | "value" | "onChange" | "size"> {
  /** The label is only for screen readers. */
  hideLabel?: boolean;
}

/** Selects several values of a filter, or all but some. */
export function ChoiceSelect<Value extends string>({
  label,
  value,
  onChange,
  hideLabel = false,
  placeholder,
  ...rest
}: ChoiceSelectProps<Value>) {
  const { field, hasValues, button } = useChoice({ label, value, onChange });
  const inside = hideLabel && hasValues;
  return (
    <ChoiceField button={!hideLabel && hasValues && button(classes.switch)}>
      <MultiSelect
        {...CHOICE_LOOK}
        {...(hideLabel ? { "aria-label": label } : { label })}
        {...(placeholder && !hasValues ? { placeholder } : {})}
        {...(inside ? { leftSection: button(classes.inside), leftSectionWidth: "4.75rem" } : {})}
        size="sm"
        hidePickedOptions={false}
        {...field}
        {...rest}
      />
    </ChoiceField>
  );
}
