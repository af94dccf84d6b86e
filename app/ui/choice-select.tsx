"use client";

import { MultiSelect, type MultiSelectProps, TagsInput, type TagsInputProps } from "@mantine/core";
import { ChoiceField, type OneChoice, useChoice } from "./choice-field";
import classes from "./choice-field.module.css";
import { WIDE_CHOICES } from "./country-select";

const LOOK = {
  ...WIDE_CHOICES,
  classNames: { ...WIDE_CHOICES.classNames, inputField: classes.input ?? "" },
};

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
        {...LOOK}
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

interface ChoiceTagsProps extends OneChoice, Omit<TagsInputProps, "label" | "value" | "onChange" | "size"> {}

/** The same for texts: suggested ones and any others. */
export function ChoiceTags({ label, value, onChange, placeholder, ...rest }: ChoiceTagsProps) {
  const { field, hasValues, button } = useChoice({ label, value, onChange });
  return (
    <ChoiceField button={hasValues && button(classes.switch)}>
      <TagsInput
        {...LOOK}
        label={label}
        {...(placeholder && !hasValues ? { placeholder } : {})}
        size="sm"
        splitChars={[]}
        {...field}
        {...rest}
      />
    </ChoiceField>
  );
}
