"use client";

import { NativeSelect, type NativeSelectProps, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { KINDS, type Typed } from "./data-rows";

interface KindSelectProps extends Pick<NativeSelectProps, "label" | "aria-label" | "className"> {
  value: Typed;
  onChange: (value: Typed) => void;
}

/** Select with the type of a value of `data`. */
export function KindSelect({ value, onChange, ...props }: KindSelectProps) {
  const t = useTranslations("items.editor.data");
  return (
    <NativeSelect
      {...props}
      value={value.kind}
      onChange={({ currentTarget }) => {
        const kind = KINDS.find((one) => one === currentTarget.value) ?? "text";
        onChange({ kind, text: kind === "boolean" ? String(value.text === "true") : value.text });
      }}
      data={KINDS.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
    />
  );
}

interface ValueInputProps {
  label?: string;
  "aria-label"?: string;
  placeholder?: string;
  className?: string;
  error?: ReactNode;
  value: Typed;
  onChange: (value: Typed) => void;
}

/** Input of a value of `data`, by its type. */
export function ValueInput({
  value: { kind, text },
  onChange,
  error,
  placeholder,
  ...props
}: ValueInputProps) {
  const t = useTranslations("items.editor.data");
  const put = ({ currentTarget }: { currentTarget: { value: string } }) =>
    onChange({ kind, text: currentTarget.value });
  if (kind === "boolean")
    return (
      <NativeSelect
        {...props}
        value={text}
        onChange={put}
        data={[
          { value: "true", label: t("true") },
          { value: "false", label: t("false") },
        ]}
      />
    );
  const typed = { ...props, error, value: text, onChange: put, ...(placeholder ? { placeholder } : {}) };
  if (kind === "number") return <TextInput {...typed} inputMode="decimal" />;
  return <Textarea {...typed} autosize minRows={1} maxRows={10} />;
}
