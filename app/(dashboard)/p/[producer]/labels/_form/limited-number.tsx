"use client";

import { NumberInput } from "@mantine/core";
import { useState } from "react";

interface NumberFieldProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  whole?: boolean;
  onChange: (value: number) => void;
}

/** Field of a number. Values out of range stay in the field until it loses the focus, and are not passed on. */
export function NumberField({ value, min, max, whole = false, onChange, ...rest }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | number>();
  return (
    <NumberInput
      min={min}
      max={max}
      allowDecimal={!whole}
      decimalScale={2}
      clampBehavior="blur"
      value={typed ?? value}
      onChange={(next) => {
        setTyped(next);
        if (typeof next === "number" && next >= min && next <= max) onChange(next);
      }}
      onBlur={() => setTyped(undefined)}
      {...rest}
    />
  );
}
