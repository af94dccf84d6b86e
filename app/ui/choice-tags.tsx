"use client";

import { TagsInput, type TagsInputProps } from "@mantine/core";
import { CHOICE_LOOK, ChoiceField, type OneChoice, useChoice } from "./choice-field";
import classes from "./choice-field.module.css";

interface ChoiceTagsProps extends OneChoice, Omit<TagsInputProps, "label" | "value" | "onChange" | "size"> {}

/** Selects several texts of a filter, or all but some: suggested ones and any others. */
export function ChoiceTags({ label, value, onChange, placeholder, ...rest }: ChoiceTagsProps) {
  const { field, hasValues, button } = useChoice({ label, value, onChange });
  return (
    <ChoiceField button={hasValues && button(classes.switch)}>
      <TagsInput
        {...CHOICE_LOOK}
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
