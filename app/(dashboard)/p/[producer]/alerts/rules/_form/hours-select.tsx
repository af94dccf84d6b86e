"use client";

import { Select } from "@mantine/core";
import { useHours } from "../../texts";

interface HoursSelectProps {
  label: string;
  description: string;
  usual: readonly number[];
  value: number;
  onChange: (hours: number) => void;
}

/** Selects a usual duration; an unusual current value stays available. */
export function HoursSelect({ usual, value, onChange, ...rest }: HoursSelectProps) {
  const hoursText = useHours();
  const offered = usual.includes(value) ? usual : [...usual, value].sort((a, b) => a - b);
  return (
    <Select
      data={offered.map((hours) => ({ value: String(hours), label: hoursText(hours) }))}
      value={String(value)}
      allowDeselect={false}
      onChange={(chosen) => chosen !== null && onChange(Number(chosen))}
      {...rest}
    />
  );
}
