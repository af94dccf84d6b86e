"use client";

import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl";
import classes from "../imports.module.css";
import type { ImportKind } from "../types";
import { columnWith, FIELDS, type Field, fieldOf, TYPES } from "./field";

interface ColumnRowProps {
  kind: ImportKind;
  header: string;
  /** The first value of the column. */
  sample: string;
  /** The present meaning; null for an ignored column. */
  column: string | null;
  disabled: boolean;
  onChange: (column: string | null) => void;
}

const hasDetail = (name: Field["name"]) => name === "data" || name === "info" || name === "titleIn";

/** Whether a key, label or language is missing; until it is there, the column is ignored. */
const isIncomplete = ({ name, detail }: Field) => hasDetail(name) && detail.trim() === "";

/** One column of the file: its name, its first value, and the field that it fills. */
export function ColumnRow({ kind, header, sample, column, disabled, onChange }: ColumnRowProps) {
  const t = useTranslations("imports");
  // What is chosen here, as long as the column has the meaning that came of it.
  const [own, setOwn] = useState({ column, field: fieldOf(column) });
  const field = own.column === column ? own.field : fieldOf(column);
  const choose = (chosen: Partial<Field>) => {
    const next = { ...field, ...chosen };
    const meaning = isIncomplete(next) ? null : columnWith(kind, next);
    setOwn({ column: meaning, field: next });
    if (meaning !== column) onChange(meaning);
  };
  const { name } = field;
  const offered = FIELDS[kind].filter((one) => one !== "fact" || name === "fact");
  return (
    <li className={classes.column}>
      <p>
        <span className={classes.columnName}>{t("settings.header")}</span>
        <strong>{header}</strong>
      </p>
      <p className={classes.sample} title={sample}>
        <span className={classes.columnName}>{t("settings.sample")}</span>
        {sample}
      </p>
      <NativeSelect
        label={t("settings.field")}
        labelProps={{ className: classes.columnName }}
        aria-label={t("settings.fieldOf", { name: header })}
        value={name}
        disabled={disabled}
        onChange={({ currentTarget: { value } }) => {
          const chosen = offered.find((one) => one === value) ?? "ignore";
          const detail = chosen === "titleIn" ? "" : header;
          choose({ name: chosen, detail, type: "text" });
        }}
        data={offered.map((value) => ({
          value,
          label: value === "key" ? t(`field.key.${kind}`) : t(`field.${value}`),
        }))}
      />
      {hasDetail(name) && (
        <TextInput
          label={t(`settings.detail.${name}`)}
          aria-label={t(`settings.detailOf.${name}`, { name: header })}
          value={field.detail}
          disabled={disabled}
          maxLength={200}
          error={isIncomplete(field) && t("settings.detailMissing")}
          {...(name === "titleIn" ? { placeholder: "de" } : {})}
          onChange={({ currentTarget: { value } }) => setOwn({ column, field: { ...field, detail: value } })}
          onBlur={() => choose({})}
        />
      )}
      {name === "data" && (
        <NativeSelect
          label={t("settings.type")}
          aria-label={t("settings.typeOf", { name: header })}
          value={field.type}
          disabled={disabled}
          onChange={({ currentTarget: { value } }) =>
            choose({ type: TYPES.find((one) => one === value) ?? "text" })
          }
          data={TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
        />
      )}
    </li>
  );
}
