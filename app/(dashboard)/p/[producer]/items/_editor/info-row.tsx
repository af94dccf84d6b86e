"use client";

import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ActionIcon, NativeSelect, TextInput } from "@mantine/core";
import type { FormErrors } from "@mantine/form";
import { IconGripVertical, IconTrash } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { NumberField } from "@/app/ui/number-field";
import classes from "./info.module.css";
import type { InfoDraft, InfoTexts } from "./info-draft";
import { InfoValues } from "./info-values";
import { InfoVisibility } from "./info-visibility";
import { BASE_LOCALE } from "./translations";

interface InfoRowProps {
  info: InfoDraft;
  index: number;
  locale: string;
  errors: FormErrors;
  onChange: (info: InfoDraft) => void;
  /** Called after a position was typed, because the order may have changed. */
  onPosSet: () => void;
  onRemove: () => void;
}

/** Row of one verification info: its texts in one language and, in the base language, its visibility and position. */
export function InfoRow({ info, index, locale, errors, onChange, onPosSet, onRemove }: InfoRowProps) {
  const t = useTranslations("items.editor.infos");
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: info.uid, attributes: { roleDescription: t("draggable") } });
  const isBase = locale === BASE_LOCALE;
  const name = info.label || info.key || t("unnamed");
  const texts = isBase ? info : (info.texts[locale] ?? { label: "", value: [] });
  const put = (part: Partial<InfoTexts>) =>
    onChange(
      isBase
        ? { ...info, ...part }
        : {
            ...info,
            texts: { ...info.texts, [locale]: { label: texts.label, value: texts.value, ...part } },
          },
    );
  const path = `verificationinfos.${index}`;
  return (
    <li
      ref={setNodeRef}
      className={classes.info}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <ActionIcon
        ref={setActivatorNodeRef}
        size="lg"
        {...attributes}
        {...listeners}
        aria-label={t("drag", { name })}
        title={t("drag", { name })}
        className={classes.handle}
      >
        <IconGripVertical size={18} aria-hidden />
      </ActionIcon>
      <div className={classes.infoFields}>
        <div className={classes.infoTexts}>
          <TextInput
            label={t("label")}
            value={texts.label}
            placeholder={isBase ? "" : info.label}
            error={errors[`${path}.label`] ?? errors[path]}
            data-path={`${path}.label`}
            onChange={(event) => put({ label: event.currentTarget.value })}
          />
          <InfoValues
            info={info}
            isBase={isBase}
            values={texts.value}
            error={errors[`${path}.value`]}
            path={`${path}.value`}
            onChange={(value) => put({ value })}
          />
        </div>
        {isBase && (
          <div className={classes.infoMore}>
            <InfoVisibility info={info} error={errors[`${path}.visible`]} onChange={onChange} />
            <NativeSelect
              label={t("shape")}
              value={info.isList ? "list" : "one"}
              onChange={(event) => onChange({ ...info, isList: event.currentTarget.value === "list" })}
              data={[
                { value: "one", label: t("one") },
                { value: "list", label: t("several") },
              ]}
            />
            <TextInput
              label={t("key")}
              value={info.key}
              error={errors[`${path}.key`]}
              data-path={`${path}.key`}
              onChange={(event) => onChange({ ...info, key: event.currentTarget.value })}
              autoComplete="off"
              spellCheck={false}
            />
            <NumberField
              label={t("pos")}
              value={info.pos}
              error={errors[`${path}.pos`]}
              data-path={`${path}.pos`}
              onChange={(pos) => onChange({ ...info, pos: typeof pos === "number" ? pos : "" })}
              onBlur={onPosSet}
              hideControls
            />
          </div>
        )}
      </div>
      {isBase && (
        <ActionIcon
          size="lg"
          aria-label={t("remove", { name })}
          title={t("remove", { name })}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}
