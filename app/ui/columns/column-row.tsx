"use client";

import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ActionIcon, Checkbox } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconGripVertical } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { useTranslations } from "use-intl";
import classes from "./columns.module.css";

/** An optional column in the choice. */
export interface ColumnEntry {
  name: string;
  label: string;
  /** It is part of the first column and cannot be moved. */
  isFixed: boolean;
  isShown: boolean;
}

interface ColumnRowProps {
  entry: ColumnEntry;
  isFirst?: boolean;
  isLast?: boolean;
  onShow: (isShown: boolean) => void;
  /** Moves the column by one place; absent for columns without a place of their own. */
  onMove?: (step: -1 | 1) => void;
}

const STEP_OF: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 };

/** A column in the choice: whether it is shown, and its place. Alt with an arrow key moves it, too. */
export function ColumnRow({ entry, isFirst, isLast, onShow, onMove }: ColumnRowProps) {
  const t = useTranslations("common.columns");
  const { name, label, isShown } = entry;
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: name,
    disabled: onMove === undefined,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.altKey ? STEP_OF[event.key] : undefined;
    if (step === undefined || !onMove) return;
    event.preventDefault();
    onMove(step);
  };
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      onKeyDown={onKeyDown}
    >
      <span ref={setActivatorNodeRef} {...listeners} className={classes.grip} aria-hidden>
        {onMove && <IconGripVertical size={16} />}
      </span>
      <Checkbox
        className={classes.name ?? ""}
        label={label}
        checked={isShown}
        onChange={(event) => onShow(event.currentTarget.checked)}
      />
      {onMove && (
        <>
          {/* A disabled button would lose the focus at the end of the list. */}
          <ActionIcon
            size="md"
            aria-label={t("up", { name: label })}
            aria-disabled={isFirst}
            onClick={() => onMove(-1)}
          >
            <IconChevronUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            size="md"
            aria-label={t("down", { name: label })}
            aria-disabled={isLast}
            onClick={() => onMove(1)}
          >
            <IconChevronDown size={16} aria-hidden />
          </ActionIcon>
        </>
      )}
    </li>
  );
}
