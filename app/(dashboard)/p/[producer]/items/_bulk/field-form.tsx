"use client";

import { Checkbox, NativeSelect, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { DialogFoot } from "@/app/ui/dialog-foot";
import { misfitOf, type Typed, typedValue } from "../_editor/data-rows";
import { ImageField } from "../_editor/image-field";
import { KindSelect, ValueInput } from "../_editor/value-inputs";
import type { Change, ItemEdit } from "./use-item-change";

const FIELDS = ["title", "image", "data"] as const;
type Field = (typeof FIELDS)[number];

/** The change of a field; without a value it is cleared. */
function editOf(field: Field, key: string, typed: Typed | undefined): ItemEdit {
  if (field === "data") return { action: "setData", key, ...(typed && { value: typedValue(typed) }) };
  const text = typed?.text ?? null;
  return field === "title" ? { action: "setTitle", title: text } : { action: "setImage", image: text };
}

const EMPTY: Typed = { kind: "text", text: "" };
const trimmed = ({ kind, text }: Typed): Typed => ({ kind, text: text.trim() });

/** Form that sets or clears one field of all selected items. */
export function FieldForm({ change, isPending, failure, onClose }: Change & { onClose: () => void }) {
  const t = useTranslations("items.bulk.field");
  const tData = useTranslations("items.editor.data");
  const [field, setField] = useState<Field>("title");
  const [key, setKey] = useState("");
  const [typed, setTyped] = useState<Typed>(EMPTY);
  const [isCleared, setCleared] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const isKeyMissing = field === "data" && key.trim() === "";
  const isKeyReserved = field === "data" && key.trim() === "i18n";
  const value = trimmed(field === "data" ? typed : { ...typed, kind: "text" });
  const isValueMissing = !isCleared && value.text === "";
  const isMisfit = !isCleared && typedValue(value) === undefined;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isKeyMissing || isKeyReserved || isValueMissing || isMisfit) return;
    const edit = editOf(field, key.trim(), isCleared ? undefined : value);
    // A failure is shown in the dialog.
    await change(edit).then(onClose, () => {});
  };
  const misfit = isMisfit && tData(`faults.${misfitOf(value)}`);
  const valueError = isChecked && (isValueMissing ? t("valueMissing") : misfit);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <NativeSelect
          label={t("field")}
          value={field}
          onChange={({ currentTarget }) => {
            setField(FIELDS.find((one) => one === currentTarget.value) ?? "title");
            setTyped(EMPTY);
          }}
          data={FIELDS.map((one) => ({ value: one, label: t(`fields.${one}`) }))}
          data-autofocus
        />
        {field === "data" && (
          <TextInput
            label={t("key")}
            value={key}
            maxLength={200}
            error={isKeyReserved ? t("keyReserved") : isChecked && isKeyMissing ? t("keyMissing") : undefined}
            onChange={(event) => setKey(event.currentTarget.value)}
          />
        )}
        {!isCleared &&
          (field === "image" ? (
            <ImageField
              value={typed.text}
              error={valueError || undefined}
              onChange={(text) => setTyped({ ...typed, text })}
            />
          ) : field === "title" ? (
            <TextInput
              label={t("value")}
              value={typed.text}
              maxLength={4_000}
              error={valueError}
              onChange={({ currentTarget }) => setTyped({ ...typed, text: currentTarget.value })}
            />
          ) : (
            <>
              <KindSelect label={t("type")} value={typed} onChange={setTyped} />
              <ValueInput label={t("value")} error={valueError} value={typed} onChange={setTyped} />
            </>
          ))}
        <Checkbox
          label={t("clear")}
          checked={isCleared}
          onChange={(event) => setCleared(event.currentTarget.checked)}
        />
        <DialogFoot failure={failure} busy={isPending} action={t("action")} onClose={onClose} />
      </Stack>
    </form>
  );
}
