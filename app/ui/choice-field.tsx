"use client";

import { UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { type Choice, MAX_CHOSEN } from "@/server/core/choice";
import classes from "./choice-field.module.css";
import { WIDE_CHOICES } from "./country-select";

/** The look of the fields in all filter bars. */
export const CHOICE_LOOK = {
  ...WIDE_CHOICES,
  classNames: { ...WIDE_CHOICES.classNames, inputField: classes.input ?? "" },
};

/** A filter of one or several values, or of all others. */
export interface OneChoice<Value extends string = string> {
  label: string;
  value: Choice<Value> | null;
  onChange: (choice: Choice<Value> | null) => void;
}

export const valuesOf = <Value extends string>(choice: Choice<Value> | null): Value[] =>
  choice === null ? [] : "is" in choice ? choice.is : choice.isNot;

/** The properties of a field for several values, and its switch between "is" and "is not". */
export function useChoice<Value extends string>({ label, value, onChange }: OneChoice<Value>) {
  const t = useTranslations("common.choice");
  const isNot = value !== null && "isNot" in value;
  const values = valuesOf(value);
  const choose = (chosen: Value[], not = isNot) =>
    onChange(chosen.length === 0 ? null : not ? { isNot: chosen } : { is: chosen });
  const button = (className: string | undefined) => (
    <UnstyledButton
      className={className ?? ""}
      aria-label={t(isNot ? "isNotOf" : "isOf", { label })}
      title={t(isNot ? "toIs" : "toIsNot")}
      onClick={() => choose(values, !isNot)}
    >
      {t(isNot ? "isNot" : "is")}
    </UnstyledButton>
  );
  return {
    field: {
      value: values,
      onChange: (chosen: Value[]) => choose(chosen),
      maxValues: MAX_CHOSEN,
      clearable: true,
    },
    hasValues: values.length > 0,
    button,
  };
}

/** A field with its switch in the row of its label. */
export const ChoiceField = ({ children, button }: { children: ReactNode; button: ReactNode }) => (
  <div className={classes.field}>
    {children}
    {button}
  </div>
);
