"use client";

import { SegmentedControl } from "@mantine/core";
import { Fragment, useId, useState } from "react";
import { useTranslations } from "use-intl";
import { JsonView } from "@/app/ui/json-view";
import { isRecord } from "@/server/core/is-record";
import classes from "./scan-page.module.css";

type Info = Record<string, unknown>;

const MAX_ROWS = 200;

/** All leaf values of an object with their paths, such as `environment.model`. */
function rowsOf(info: Info): [path: string, value: string][] {
  const rows: [string, string][] = [];
  const waiting: [string, unknown][] = Object.entries(info).reverse();
  for (let next = waiting.pop(); next && rows.length < MAX_ROWS; next = waiting.pop()) {
    const [path, value] = next;
    if (isRecord(value) && Object.keys(value).length > 0)
      waiting.push(
        ...Object.entries(value)
          .map(([key, inner]): [string, unknown] => [`${path}.${key}`, inner])
          .reverse(),
      );
    else rows.push([path, typeof value === "string" ? value : (JSON.stringify(value) ?? "")]);
  }
  return rows;
}

/** A path with line breaks allowed between its names. */
const Path = ({ of: path }: { of: string }) =>
  path.split(".").map((name, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the names of a path never move.
    <Fragment key={at}>
      {at > 0 && (
        <>
          .<wbr />
        </>
      )}
      {name}
    </Fragment>
  ));

/** An object sent by the scanner, as a table or as JSON. */
export function InfoTable({ title, info }: { title: string; info: Info | null }) {
  const t = useTranslations("scans.scan");
  const id = useId();
  const [form, setForm] = useState("table");
  const isEmpty = info === null || Object.keys(info).length === 0;
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {!isEmpty && (
          <SegmentedControl
            size="xs"
            aria-label={t("as", { what: title })}
            value={form}
            onChange={setForm}
            data={[
              { value: "table", label: t("table") },
              { value: "json", label: t("json") },
            ]}
          />
        )}
      </div>
      {isEmpty ? (
        <p className={classes.dim}>{t("nothing")}</p>
      ) : form === "json" ? (
        <JsonView label={`${title}, JSON`} value={info} />
      ) : (
        <table className={classes.info}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{t("field")}</th>
              <th scope="col">{t("value")}</th>
            </tr>
          </thead>
          <tbody>
            {rowsOf(info).map(([path, value]) => (
              <tr key={path}>
                <th scope="row">
                  <Path of={path} />
                </th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
