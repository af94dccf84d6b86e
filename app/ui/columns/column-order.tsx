"use client";

import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { arrayMove, SortableContext, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { useId, useState } from "react";
import { useTranslations } from "use-intl";
import { type ColumnEntry, ColumnRow } from "./column-row";
import classes from "./columns.module.css";

interface ColumnOrderProps {
  /** The entries when the choice opens; later they keep their places until they are moved. */
  first: ColumnEntry[];
  onChoose: (names: string[]) => void;
}

/** The columns of a list with their order, by pointer or with buttons. */
export function ColumnOrder({ first, onChoose }: ColumnOrderProps) {
  const t = useTranslations("common.columns");
  const id = useId();
  const [entries, setEntries] = useState(first);
  const [said, setSaid] = useState("");
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const movable = entries.filter(({ isFixed }) => !isFixed);
  const fixed = entries.filter(({ isFixed }) => isFixed);

  const put = (next: ColumnEntry[]) => {
    setEntries(next);
    onChoose(next.filter(({ isShown }) => isShown).map(({ name }) => name));
  };
  const show = (name: string, isShown: boolean) =>
    put(entries.map((entry) => (entry.name === name ? { ...entry, isShown } : entry)));
  const move = (from: number, to: number) => {
    const moved = movable[from];
    if (!moved || to < 0 || to >= movable.length || from === to) return;
    setSaid(t("moved", { name: moved.label, place: to + 1, all: movable.length }));
    put([...arrayMove(movable, from, to), ...fixed]);
  };
  const indexOf = (name: UniqueIdentifier) => movable.findIndex((entry) => entry.name === name);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over) move(indexOf(active.id), indexOf(over.id));
  };
  return (
    <>
      {/* The buttons do the same for those who cannot drag, and the list says what has moved. */}
      <DndContext
        id={id}
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={onDragEnd}
        accessibility={{
          announcements: {
            onDragStart: () => undefined,
            onDragOver: () => undefined,
            onDragEnd: () => undefined,
            onDragCancel: () => undefined,
          },
          screenReaderInstructions: { draggable: "" },
        }}
      >
        <SortableContext items={movable.map(({ name }) => name)} strategy={verticalListSortingStrategy}>
          <ol className={classes.list} aria-label={t("choose")}>
            {movable.map((entry, at) => (
              <ColumnRow
                key={entry.name}
                entry={entry}
                isFirst={at === 0}
                isLast={at === movable.length - 1}
                onShow={(isShown) => show(entry.name, isShown)}
                onMove={(step) => move(at, at + step)}
              />
            ))}
            {fixed.map((entry) => (
              <ColumnRow key={entry.name} entry={entry} onShow={(isShown) => show(entry.name, isShown)} />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </>
  );
}
