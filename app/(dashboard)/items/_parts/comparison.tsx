"use client";

import { IconEye } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { isObject, type JsonObject, type JsonValue, own } from "../_editor/json";
import type { FoundItem } from "../[id]/item";
import classes from "./comparison.module.css";
import { Picture } from "./picture";
import { Section } from "./section";

const words = (value: JsonValue | undefined) =>
  typeof value === "string" ? value : value === undefined ? undefined : JSON.stringify(value);

interface Row {
  key: string;
  name: ReactNode;
  item: ReactNode;
  group: ReactNode;
  from: "item" | "group" | null;
}

function pictureOf(image: string | undefined) {
  if (image === undefined) return undefined;
  return (
    <span className={classes.image}>
      <Picture image={image} alt="" width={96} />
      <span>{image}</span>
    </span>
  );
}

function useRows({ item, group, origins }: FoundItem): Row[] {
  const t = useTranslations("items.comparison");
  const locales = (data: JsonObject | undefined) => {
    const i18n = data && own(data, "i18n");
    return isObject(i18n) ? Object.keys(i18n).join(", ") : undefined;
  };
  const hasI18n = (data: JsonObject | undefined) => locales(data) !== undefined;
  const keys = Object.keys(origins.data).filter((key) => key !== "i18n");
  return [
    {
      key: "title",
      name: t("title"),
      item: item.data.title,
      group: group?.data.title,
      from: origins.title,
    },
    {
      key: "image",
      name: t("image"),
      item: pictureOf(item.data.image),
      group: pictureOf(group?.data.image),
      from: origins.image,
    },
    ...keys.map((key) => ({
      key: `data ${key}`,
      name: <code>{key}</code>,
      item: words(own(item.data.data, key)),
      group: group ? words(own(group.data.data, key)) : undefined,
      from: own(origins.data, key) ?? null,
    })),
    ...(hasI18n(item.data.data) || hasI18n(group?.data.data)
      ? [
          {
            key: "i18n",
            name: t("languages"),
            item: locales(item.data.data),
            group: locales(group?.data.data),
            from: null,
          },
        ]
      : []),
  ];
}

/** What scanners see of an item, and which of item and group it is from. */
export function Comparison({ found }: { found: FoundItem }) {
  const t = useTranslations("items.comparison");
  const rows = useRows(found);
  const isInGroup = found.group !== null;
  return (
    <Section title={t("heading")} description={isInGroup ? t("lead") : t("leadAlone")}>
      <table className={classes.table} data-alone={!isInGroup || undefined}>
        <caption className="visually-hidden">{t("heading")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("field")}</th>
            <th scope="col">{t("item")}</th>
            {isInGroup && <th scope="col">{t("group")}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, item, group, from }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <Side
                name={t("item")}
                value={item}
                wins={from === "item"}
                shows={isInGroup}
                loses={from === "group"}
              />
              {isInGroup && (
                <Side name={t("group")} value={group} wins={from === "group"} shows loses={from === "item"} />
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

interface SideProps {
  name: string;
  value: ReactNode;
  /** Whether scanners see this one. */
  wins: boolean;
  loses: boolean;
  /** Whether that needs saying. */
  shows: boolean;
}

function Side({ name, value, wins, loses, shows }: SideProps) {
  const t = useTranslations("items.comparison");
  const isSaid = value !== undefined;
  return (
    <td data-wins={(wins && shows) || undefined} data-loses={(loses && isSaid) || undefined}>
      <span className={classes.side} aria-hidden>
        {name}
      </span>
      <span className={classes.value}>
        {isSaid ? value : <span className={classes.nothing}>–</span>}
        {wins && shows && (
          <span className={classes.seen}>
            <IconEye size={14} aria-hidden /> {t("seen")}
          </span>
        )}
        {loses && isSaid && <span className="visually-hidden">{t("unseen")}</span>}
      </span>
    </td>
  );
}
