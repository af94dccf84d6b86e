"use client";

import { NumberInput, type NumberInputProps } from "@mantine/core";
import { useMemo } from "react";
import { useLocale } from "use-intl";

/** A number with both separators in every language. */
const SAMPLE = 123_456.7;

function separatorsIn(locale: string) {
  const parts = new Intl.NumberFormat(locale).formatToParts(SAMPLE);
  const signOf = (type: "group" | "decimal") => parts.find((part) => part.type === type)?.value;
  return { thousands: signOf("group") ?? ",", decimal: signOf("decimal") ?? "." };
}

type NumberFieldProps = Omit<
  NumberInputProps,
  "thousandSeparator" | "decimalSeparator" | "allowedDecimalSeparators" | "allowDecimal"
> & {
  /** Accepts integers only. */
  whole?: boolean;
};

/** Field of a number in the separators of the page's language. */
export function NumberField({ whole = false, ...rest }: NumberFieldProps) {
  const locale = useLocale();
  const { thousands, decimal } = useMemo(() => separatorsIn(locale), [locale]);
  return (
    <NumberInput
      allowDecimal={!whole}
      decimalSeparator={decimal}
      // A number with decimals has no thousands separator: both signs may then be typed for the decimals.
      {...(whole ? { thousandSeparator: thousands } : { allowedDecimalSeparators: [",", "."] })}
      inputMode={whole ? "numeric" : "decimal"}
      {...rest}
    />
  );
}
