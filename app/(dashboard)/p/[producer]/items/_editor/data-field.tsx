"use client";

import { ActionIcon, Button, JsonInput, SegmentedControl, TextInput } from "@mantine/core";
import type { FormErrors } from "@mantine/form";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { type DataRow, faultOfRow, newRow, rowsOfData } from "./data-rows";
import { type Draft, plainData } from "./draft";
import classes from "./editor.module.css";
import { KindSelect, ValueInput } from "./value-inputs";

interface DataFieldProps {
  draft: Draft;
  errors: FormErrors;
  change: (part: Partial<Draft>) => void;
}

/** Editor of the free-form `data`: one row for each key, or JSON. */
export function DataField({ draft, errors, change }: DataFieldProps) {
  const t = useTranslations("items.editor.data");
  const { data: rows, dataText } = draft;
  const asJson = dataText !== null;
  const typed = plainData(draft);
  const isBroken = asJson
    ? typed === undefined || "i18n" in typed
    : rows.some((row) => faultOfRow(row, rows));

  const switchTo = (view: string) => {
    if (isBroken || typed === undefined) return;
    change(
      view === "json"
        ? { dataText: JSON.stringify(typed, null, 2) }
        : { dataText: null, data: rowsOfData(typed) },
    );
  };

  return (
    <div className={classes.stack}>
      <SegmentedControl
        aria-label={t("view")}
        size="xs"
        className={classes.start}
        value={asJson ? "json" : "rows"}
        onChange={switchTo}
        disabled={isBroken}
        data={[
          { value: "rows", label: t("rows") },
          { value: "json", label: t("json") },
        ]}
      />
      {asJson ? (
        <JsonInput
          aria-label={t("json")}
          autosize
          minRows={6}
          maxRows={24}
          value={dataText}
          onChange={(text) => change({ dataText: text })}
          error={
            errors.data ??
            (typed === undefined ? t("faults.noObject") : "i18n" in typed && t("faults.keyOfTranslations"))
          }
          data-path="data"
          classNames={{ input: classes.mono ?? "" }}
          spellCheck={false}
        />
      ) : (
        <Rows rows={rows} onChange={(data) => change({ data })} />
      )}
      {!asJson && errors.data && (
        <p className={classes.fault} role="alert">
          {errors.data}
        </p>
      )}
    </div>
  );
}

function Rows({ rows, onChange }: { rows: DataRow[]; onChange: (rows: DataRow[]) => void }) {
  const t = useTranslations("items.editor.data");
  const put = (index: number, part: Partial<DataRow>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  return (
    <>
      {rows.length > 0 && (
        <ul className={classes.rows}>
          {rows.map((row, index) => {
            const fault = faultOfRow(row, rows);
            const said = fault && t(`faults.${fault.fault}`);
            return (
              <li key={row.uid} className={classes.row}>
                <TextInput
                  aria-label={t("keyOf", { number: index + 1 })}
                  placeholder={t("key")}
                  value={row.key}
                  error={fault?.at === "key" && said}
                  onChange={(event) => put(index, { key: event.currentTarget.value })}
                  className={classes.rowKey}
                  data-path={`data.${index}`}
                  autoComplete="off"
                  spellCheck={false}
                />
                <KindSelect
                  aria-label={t("kindOf", { key: row.key || String(index + 1) })}
                  className={classes.rowKind ?? ""}
                  value={row}
                  onChange={(typed) => put(index, typed)}
                />
                <ValueInput
                  aria-label={t("valueOf", { key: row.key || String(index + 1) })}
                  className={classes.grow ?? ""}
                  placeholder={t("value")}
                  error={fault?.at === "text" && said}
                  value={row}
                  onChange={(typed) => put(index, typed)}
                />
                <ActionIcon
                  size="lg"
                  aria-label={t("remove", { key: row.key || String(index + 1) })}
                  title={t("remove", { key: row.key || String(index + 1) })}
                  onClick={() => onChange(rows.toSpliced(index, 1))}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </li>
            );
          })}
        </ul>
      )}
      <Button
        variant="default"
        size="xs"
        className={classes.start}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => onChange([...rows, newRow()])}
      >
        {t("add")}
      </Button>
    </>
  );
}
