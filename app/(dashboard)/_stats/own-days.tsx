"use client";

import { Button, Popover } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { DayInput } from "@/app/ui/day-input";
import type { MenuFrame } from "@/app/ui/lazy-menu";
import { MenuTarget } from "@/app/ui/menu-target";
import { useReady } from "@/app/ui/use-ready";
import { DAY } from "../p/[producer]/scans/filters";
import type { StatsFilters } from "./range";
import classes from "./range-bar.module.css";

interface OwnDaysProps extends Pick<StatsFilters, "filters" | "setFilters"> {
  frame: MenuFrame;
}

/** Popover with the first and the last day of a custom range. */
export default function OwnDays({ frame, filters: { from, to }, setFilters }: OwnDaysProps) {
  const t = useTranslations("overview.range");
  const { id, target, onChange } = frame;
  const isOpen = useReady() && frame.opened;
  const [days, setDays] = useState({ from: "", to: "" });
  useEffect(() => {
    if (isOpen) setDays({ from: from ?? "", to: to ?? "" });
  }, [isOpen, from, to]);
  return (
    <Popover id={id} opened={isOpen} onChange={onChange} position="bottom-start" trapFocus shadow="md">
      <Popover.Target>
        <MenuTarget at={target} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t("own")}>
        <form
          className={classes.own}
          onSubmit={(event) => {
            event.preventDefault();
            void setFilters({ range: null, from: days.from || null, to: days.to || null });
            onChange(false);
          }}
        >
          {(["from", "to"] as const).map((end) => (
            <DayInput
              key={end}
              label={t(end)}
              value={days[end]}
              onChange={(day) => setDays({ ...days, [end]: day })}
            />
          ))}
          <Button type="submit" disabled={!DAY.test(days.from) && !DAY.test(days.to)}>
            {t("show")}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
