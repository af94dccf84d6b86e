"use client";

import { ActionIcon, Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { MAX_SELECTED } from "@/server/core/max-selected";
import type { AllMatching, Selection } from "./selection";
import classes from "./selection-bar.module.css";
import { useToast } from "./toast";

interface SelectionBarProps {
  selection: Selection;
  /** Whether the list has rows that are not selected. */
  hasOthers?: boolean;
  /** Counts all rows that match the filter. Without it only single rows can be selected. */
  countAll?: () => Promise<AllMatching>;
  /** Actions on the selection. */
  children: ReactNode;
}

/** Bar with the number of selected rows and the actions on them; absent without a selection. */
export function SelectionBar({ selection, hasOthers = false, countAll, children }: SelectionBarProps) {
  const t = useTranslations("common.list");
  const toast = useToast();
  const [isCounting, setCounting] = useState(false);
  const { all, count, isOverLimit } = selection;
  if (count === 0) return null;
  const selectAll = async (countAll: () => Promise<AllMatching>) => {
    setCounting(true);
    await countAll().then(selection.selectAll, toast.failed);
    setCounting(false);
  };
  return (
    <section className={classes.bar} aria-label={t("selection")}>
      <span role="status" className={classes.count}>
        {all ? t(all.isComplete ? "selectedAll" : "selectedMoreThan", { count }) : t("selected", { count })}
      </span>
      {!all && hasOthers && countAll && (
        <Button size="compact-sm" variant="subtle" loading={isCounting} onClick={() => selectAll(countAll)}>
          {t("selectMatching")}
        </Button>
      )}
      {children}
      <ActionIcon aria-label={t("clearSelection")} title={t("clearSelection")} onClick={selection.clear}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
      {isOverLimit && (
        <span role="alert" className={classes.limit}>
          {t("overLimit", { max: MAX_SELECTED })}
        </span>
      )}
    </section>
  );
}
