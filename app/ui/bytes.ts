"use client";

import { useFormatter } from "use-intl";

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];

/** Formats a number of bytes in the fitting unit, in powers of 1024 like the limits. */
export function useBytes(): (bytes: number) => string {
  const format = useFormatter();
  return (bytes) => {
    const step = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
    const value = bytes / 1024 ** step;
    const digits = step === 0 || value >= 100 ? 0 : 1;
    return `${format.number(value, { maximumFractionDigits: digits })} ${UNITS[step]}`;
  };
}
