"use client";

import { Checkbox, NativeSelect, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { DialogFoot } from "@/app/ui/dialog-foot";
import { ImageField } from "../_editor/image-field";
import type { Change, ItemEdit } from "./use-item-change";

const FIELDS = ["title", "image", "data"] as const;
type Field = (typeof FIELDS)[number];

/** The change of a field; null clears it. */
function editOf(field: Field, key: string, value: string | null): ItemEdit {
  if (field === "title") return { action: "setTitle", title: value };
  if (field === "image") return { action: "setImage", image: value };
  return { action: "setData", key, ...(value === null ? {} : { value }) };
}

/** Form that sets or clears one field of all selected items. */
export function FieldForm({ change, isPending, failure, onClose }: Change & { onClose: () => void }) {
  const t = useTranslations("items.bulk.field");
  const [field, setField] = useState<Field>("title");
  const [key, setKey] = useState("");
  const [value, setValue] = useState("");
  const [isCleared, setCleared] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const isKeyMissing = field === "data" && key.trim() === "";
  const isKeyReserved = field === "data" && key.trim() === "i18n";
  const isValueMissing = !isCleared && value.trim() === "";
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isKeyMissing || isKeyReserved || isValueMissing) return;
    const edit = editOf(field, key.trim(), isCleared ? null : value.trim());
    // A failure is shown in the dialog.
    await change(edit).then(onClose, () => {});
  };
  const valueError = isChecked && isValueMissing ? t("valueMissing") : undefined;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <NativeSelect
          label={t("field")}
          value={field}
          onChange={({ currentTarget }) =>
            setField(FIELDS.find((one) => one === currentTarget.value) ?? "title")
          }
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
            <ImageField value={value} error={valueError} onChange={setValue} />
          ) : (
            <TextInput
              label={t("value")}
              value={value}
              maxLength={4_000}
              error={valueError}
              onChange={(event) => setValue(event.currentTarget.value)}
            />
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
