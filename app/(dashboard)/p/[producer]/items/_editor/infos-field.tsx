"use client";

import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { Button } from "@mantine/core";
import type { FormErrors } from "@mantine/form";
import { IconListCheck, IconPlus } from "@tabler/icons-react";
import { useId, useRef } from "react";
import { flushSync } from "react-dom";
import { useTranslations } from "use-intl";
import classes from "./editor.module.css";
import { type InfoDraft, movedInfo, newInfo, sortedInfos } from "./info-draft";
import { InfoRow } from "./info-row";
import { useUndo } from "./use-undo";

interface InfosFieldProps {
  infos: InfoDraft[];
  errors: FormErrors;
  /** Language of the edited texts. */
  locale: string;
  onChange: (infos: InfoDraft[]) => void;
}

/** Verification infos in the order that scanners see; sortable by pointer and by keyboard. */
export default function InfosField({ infos, errors, locale, onChange }: InfosFieldProps) {
  const t = useTranslations("items.editor.infos");
  const id = useId();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const indexOf = (uid: string | number | undefined) => infos.findIndex((info) => info.uid === uid);
  const nameOf = (uid: string | number) => {
    const info = infos[indexOf(uid)];
    return info?.label || info?.key || t("unnamed");
  };
  const place = (uid: string | number | undefined) => ({ place: indexOf(uid) + 1, all: infos.length });

  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over) onChange(movedInfo(infos, indexOf(active.id), indexOf(over.id)));
  };
  const announcements = {
    onDragStart: ({ active }: { active: { id: string | number } }) =>
      t("dragStart", { name: nameOf(active.id), ...place(active.id) }),
    onDragOver: ({
      active,
      over,
    }: {
      active: { id: string | number };
      over: { id: string | number } | null;
    }) => (over ? t("dragOver", { name: nameOf(active.id), ...place(over.id) }) : undefined),
    onDragEnd: ({
      active,
      over,
    }: {
      active: { id: string | number };
      over: { id: string | number } | null;
    }) => t("dragEnd", { name: nameOf(active.id), ...place((over ?? active).id) }),
    onDragCancel: ({ active }: { active: { id: string | number } }) =>
      t("dragCancel", { name: nameOf(active.id) }),
  };

  const list = useRef<HTMLDivElement>(null);
  const offerUndo = useUndo(infos);
  const remove = (info: InfoDraft, index: number) => {
    flushSync(() => onChange(infos.toSpliced(index, 1)));
    const rows = list.current?.querySelectorAll<HTMLElement>("ol > li");
    const next = rows?.[Math.min(index, rows.length - 1)] ?? list.current;
    next?.querySelector<HTMLElement>("input, button[data-add]")?.focus();
    offerUndo(t("removed", { name: info.label || info.key || t("unnamed") }), (now) =>
      onChange(now.toSpliced(index, 0, info)),
    );
  };
  const put = (index: number, info: InfoDraft) => onChange(infos.with(index, info));
  const add = (
    <Button
      variant="default"
      size="xs"
      className={classes.start}
      data-add
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => onChange([...infos, newInfo(infos)])}
    >
      {t("add")}
    </Button>
  );
  if (infos.length === 0)
    return (
      <div className={classes.noInfos} ref={list}>
        <IconListCheck size={24} stroke={1.5} aria-hidden />
        <p>{t("empty")}</p>
        {add}
      </div>
    );
  return (
    <div className={classes.stack} ref={list}>
      <DndContext
        id={id}
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={onDragEnd}
        accessibility={{ announcements, screenReaderInstructions: { draggable: t("dragHow") } }}
      >
        <SortableContext items={infos.map(({ uid }) => uid)} strategy={verticalListSortingStrategy}>
          <ol className={classes.infos}>
            {infos.map((info, index) => (
              <InfoRow
                key={info.uid}
                info={info}
                index={index}
                locale={locale}
                errors={errors}
                onChange={(changed) => put(index, changed)}
                onPosSet={() => onChange(sortedInfos(infos))}
                onRemove={() => remove(info, index)}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      {add}
    </div>
  );
}
