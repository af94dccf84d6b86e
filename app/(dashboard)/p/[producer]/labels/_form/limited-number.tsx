"use client";

import { useState } from "react";
import { NumberField } from "@/app/ui/number-field";

interface LimitedNumberProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  whole?: boolean;
  onChange: (value: number) => void;
}

/** Field of a number. Values out of range stay in the field until it loses the focus, and are not passed on. */
export function LimitedNumber({ value, min, max, onChange, ...rest }: LimitedNumberProps) {
  const [typed, setTyped] = useState<string | number>();
  return (
    <NumberField
      min={min}
      max={max}
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
