"use client";

import { useTranslations } from "use-intl";
import classes from "../imports.module.css";
import type { ShownRow } from "../types";
import { useReason } from "./reasons";

interface PreviewTableProps {
  rows: readonly ShownRow[];
  headers: readonly string[];
  /** What the columns mean; ignored ones are left out. */
  mapping: readonly (string | null)[];
}

/** The first rows of a file, in the columns that are imported, with what each row will do. */
export function PreviewTable({ rows, headers, mapping }: PreviewTableProps) {
  const t = useTranslations("imports.preview");
  const tOutcome = useTranslations("imports.outcome");
  const reason = useReason();
  const shown = mapping.flatMap((name, at) => (name === null ? [] : [{ at, header: headers[at] ?? "" }]));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the table.
    <div className={classes.scroll} role="group" tabIndex={0} aria-label={t("title")}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t("row")}</th>
            <th scope="col">{t("outcome")}</th>
            {shown.map(({ at, header }) => (
              <th key={at} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ number, cells, outcome, faults }) => (
            <tr key={number}>
              <td className="figures">{number}</td>
              <td>
                <span className={classes.outcome} data-outcome={outcome}>
                  {outcome && tOutcome(outcome)}
                </span>
                {faults.map((fault) => (
                  <span key={`${fault.column} ${fault.reason}`} className={classes.reason}>
                    {fault.column !== undefined && `${fault.column}: `}
                    {reason(fault)}
                  </span>
                ))}
              </td>
              {shown.map(({ at, header }) => (
                <td key={at} data-faulty={faults.some(({ column }) => column === header) || undefined}>
                  {cells[at]?.text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
