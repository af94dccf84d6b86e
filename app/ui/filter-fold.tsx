"use client";

import { Button } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { useTranslations } from "use-intl";
import classes from "./filter-fold.module.css";

interface FilterFoldProps {
  /** The number of filters that are set. */
  count: number;
  /** One element with the fields. */
  children: ReactNode;
}

/** Filters of a list; behind a button in narrow windows. */
export function FilterFold({ count, children }: FilterFoldProps) {
  const t = useTranslations("common.list");
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        className={classes.toggle ?? ""}
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t("filters", { count })}
      </Button>
      <div id={id} className={classes.fold} data-open={isOpen || undefined}>
        {children}
      </div>
    </>
  );
}
