"use client";

import { SHEETS } from "@assay/labels/stock";
import { NativeSelect, Select } from "@mantine/core";
import { useTranslations } from "use-intl";
import type { LabelSettings } from "@/server/domain/labels/schema";
import type { Edited } from "../types";
import classes from "./form.module.css";
import { LimitedNumber } from "./limited-number";

type Stock = LabelSettings["stock"];

const KINDS = ["sheet", "paper", "single", "roll"] as const;
const PAPERS = ["a4", "letter"] as const;

/** The first stock of each kind. */
const STARTS: Record<(typeof KINDS)[number], Stock> = {
  sheet: { kind: "sheet", number: "L7160" },
  paper: { kind: "paper", paper: "a4", width: 50, height: 30, margin: 10, gap: 2 },
  single: { kind: "single", width: 60, height: 40 },
  roll: { kind: "roll", across: 1, width: 50, height: 30, gap: 3, edge: 2 },
};

/** Fields of what labels are printed on. */
export function StockFields({ settings: { stock }, change }: Edited) {
  const t = useTranslations("labels.stock");
  return (
    <div className={classes.fields}>
      <NativeSelect
        label={t("kind")}
        value={stock.kind}
        onChange={({ currentTarget: { value } }) => {
          const kind = KINDS.find((one) => one === value);
          if (kind) change({ stock: STARTS[kind] });
        }}
        data={KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      {stock.kind === "sheet" ? (
        <Sheets number={stock.number} onChange={(number) => change({ stock: { kind: "sheet", number } })} />
      ) : (
        <Measures stock={stock} onChange={(stock) => change({ stock })} />
      )}
    </div>
  );
}

function Sheets({ number, onChange }: { number: string; onChange: (number: string) => void }) {
  const t = useTranslations("labels.stock");
  return (
    <Select
      label={t("sheet")}
      className={classes.wide ?? ""}
      searchable
      // Names of products are the same in all languages.
      renderOption={({ option }) => <span translate="no">{option.label}</span>}
      allowDeselect={false}
      value={number}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
      data={SHEETS.flatMap(({ numbers, ...sheet }) =>
        numbers.map((value) => ({ value, label: t("sheetOf", { ...sheet, number: value }) })),
      )}
    />
  );
}

type Measured = Exclude<Stock, { kind: "sheet" }>;

function Measures({ stock, onChange }: { stock: Measured; onChange: (stock: Measured) => void }) {
  const t = useTranslations("labels.stock");
  return (
    <>
      {stock.kind === "paper" && (
        <NativeSelect
          label={t("paper")}
          value={stock.paper}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...stock, paper: PAPERS.find((one) => one === value) ?? stock.paper })
          }
          data={PAPERS.map((value) => ({ value, label: t(`papers.${value}`) }))}
        />
      )}
      {stock.kind === "roll" && (
        <LimitedNumber
          label={t("across")}
          value={stock.across}
          min={1}
          max={10}
          whole
          onChange={(across) => onChange({ ...stock, across })}
        />
      )}
      <LimitedNumber
        label={t("width")}
        value={stock.width}
        min={5}
        max={500}
        onChange={(width) => onChange({ ...stock, width })}
      />
      <LimitedNumber
        label={t("height")}
        value={stock.height}
        min={5}
        max={500}
        onChange={(height) => onChange({ ...stock, height })}
      />
      {stock.kind === "paper" && (
        <LimitedNumber
          label={t("pageMargin")}
          value={stock.margin}
          min={0}
          max={100}
          onChange={(margin) => onChange({ ...stock, margin })}
        />
      )}
      {stock.kind !== "single" && (
        <LimitedNumber
          label={t("gap")}
          value={stock.gap}
          min={0}
          max={50}
          onChange={(gap) => onChange({ ...stock, gap })}
        />
      )}
      {stock.kind === "roll" && (
        <LimitedNumber
          label={t("edge")}
          value={stock.edge}
          min={0}
          max={50}
          onChange={(edge) => onChange({ ...stock, edge })}
        />
      )}
    </>
  );
}
