"use client";

import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ActionIcon, Button, NativeSelect, NumberInput, Textarea, TextInput } from "@mantine/core";
import type { FormErrors } from "@mantine/form";
import { IconGripVertical, IconPlus, IconTrash, IconX } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { entriesIn } from "@/app/ui/pasted-list";
import classes from "./editor.module.css";
import type { InfoDraft, InfoTexts } from "./info-draft";
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

const WORDS = ["always", "verified", "producer"];

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
          <Values
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
            <Visibility info={info} error={errors[`${path}.visible`]} onChange={onChange} />
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
            <NumberInput
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

const hintOf = (level: string) => {
  if (level === "producer") return "producerHint";
  return level === "always" || level === "" ? "alwaysHint" : "verifiedHint";
};

function Visibility({
  info,
  error,
  onChange,
}: {
  info: InfoDraft;
  error: ReactNode;
  onChange: (info: InfoDraft) => void;
}) {
  const t = useTranslations("items.editor.infos");
  const [isOwn, setIsOwn] = useState(info.visible !== "" && !WORDS.includes(info.visible));
  return (
    <div className={classes.visibility}>
      <NativeSelect
        label={t("visible")}
        inputWrapperOrder={["label", "input", "description"]}
        description={t(hintOf(isOwn ? "own" : info.visible))}
        value={isOwn ? "own" : info.visible}
        onChange={({ currentTarget: { value } }) => {
          setIsOwn(value === "own");
          onChange({ ...info, visible: value === "own" ? "" : value });
        }}
        data={[
          { value: "always", label: t("always") },
          { value: "verified", label: t("verified") },
          { value: "producer", label: t("producer") },
          { value: "own", label: t("ownWord") },
          { value: "", label: t("unsaid") },
        ]}
      />
      {isOwn && (
        <TextInput
          aria-label={t("ownWord")}
          placeholder={t("ownWord")}
          value={info.visible}
          error={error}
          maxLength={40}
          onChange={(event) => onChange({ ...info, visible: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

interface ValuesProps {
  info: InfoDraft;
  isBase: boolean;
  values: string[];
  error: ReactNode;
  path: string;
  onChange: (values: string[]) => void;
}

function Values({ info, isBase, values, error, path, onChange }: ValuesProps) {
  const t = useTranslations("items.editor.infos");
  const base = (index: number) => (isBase ? "" : (info.value[index] ?? ""));
  if (!info.isList)
    return (
      <Textarea
        label={t("value")}
        autosize
        minRows={1}
        maxRows={8}
        value={values[0] ?? ""}
        placeholder={base(0)}
        error={error}
        data-path={path}
        onChange={(event) => onChange([event.currentTarget.value])}
      />
    );
  const count = Math.max(values.length, isBase ? 1 : info.value.length);
  const at = (index: number) => values[index] ?? "";
  const all = Array.from({ length: count }, (_, index) => at(index));
  return (
    <fieldset className={classes.values}>
      <legend>{t("values")}</legend>
      {all.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: values have no identity but their position.
        <div key={index} className={classes.valueRow}>
          <Textarea
            aria-label={t("valueNumber", { number: index + 1 })}
            autosize
            minRows={1}
            maxRows={8}
            value={value}
            placeholder={base(index)}
            error={index === 0 && error}
            data-path={index === 0 ? path : undefined}
            className={classes.grow}
            onChange={(event) => onChange(all.with(index, event.currentTarget.value))}
            onPaste={(event) => {
              // A pasted list fills one value for each entry; into a non-empty value the text is pasted unchanged.
              const entries = entriesIn(event.clipboardData.getData("text"), { commasWithin: true });
              if (!isBase || value !== "" || entries.length < 2) return;
              event.preventDefault();
              onChange(all.toSpliced(index, 1, ...entries));
            }}
          />
          {isBase && count > 1 && (
            <ActionIcon
              size="lg"
              aria-label={t("removeValue", { number: index + 1 })}
              title={t("removeValue", { number: index + 1 })}
              onClick={() => onChange(all.toSpliced(index, 1))}
            >
              <IconX size={15} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      {isBase && (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...all, ""])}
        >
          {t("addValue")}
        </Button>
      )}
    </fieldset>
  );
}
