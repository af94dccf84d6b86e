"use client";

import { Button, Popover } from "@mantine/core";
import { useTranslations } from "use-intl";
import type { MenuFrame } from "../lazy-menu";
import { MenuTarget } from "../menu-target";
import { useReady } from "../use-ready";
import { ColumnOrder } from "./column-order";
import type { ColumnEntry } from "./column-row";
import classes from "./columns.module.css";

interface ColumnPopoverProps {
  frame: MenuFrame;
  first: ColumnEntry[];
  onChoose: (names: string[]) => void;
  /** Chooses the usual columns, where others are shown. */
  onReset: (() => void) | undefined;
}

/** Popover with the columns of a list. */
export default function ColumnPopover({ frame, first, onChoose, onReset }: ColumnPopoverProps) {
  const t = useTranslations("common.columns");
  const isReady = useReady();
  const { id, target, opened, onChange } = frame;
  // The popover closes, because its entries keep their places while it is open.
  const reset = () => {
    onReset?.();
    onChange(false);
  };
  return (
    <Popover
      id={id}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      opened={opened && isReady}
      onChange={onChange}
      // Its width does not follow the button's.
      width="max-content"
    >
      <Popover.Target>
        <MenuTarget at={target} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t("choose")} className={classes.dropdown ?? ""}>
        <ColumnOrder first={first} onChoose={onChoose} />
        {onReset && (
          <Button size="compact-sm" variant="subtle" onClick={reset}>
            {t("reset")}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
