"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { Description } from "../_editor/draft";
import { type JsonValue, own } from "../_editor/json";
import { useLanguageName } from "../_editor/language-name";
import { seenOf } from "../_editor/seen";
import { BASE_LOCALE, translationsOf } from "../_editor/translations";
import type { FoundItem } from "../types";
import classes from "./comparison.module.css";
import { ImageName } from "./image-name";
import { Picture } from "./picture";

export interface ComparisonRow {
  key: string;
  name: ReactNode;
  /** The value that scanners see. */
  merged: ReactNode;
  item: ReactNode;
  group: ReactNode;
  /** Side of the merged value; null if both sides have it or neither does. */
  from: "item" | "group" | null;
}

const words = (value: JsonValue | undefined) =>
  typeof value === "string" ? value : value === undefined ? undefined : JSON.stringify(value);

function pictureOf(image: string | undefined) {
  if (image === undefined) return undefined;
  return (
    <span className={classes.image}>
      <Picture image={image} alt="" width={96} />
      <ImageName image={image} />
    </span>
  );
}

/** Languages of a description and their titles. */
const translated = (of: Description | null) => translationsOf(of && own(of.data, "i18n"), []).translations;

/** One row for each language in which the item or the group has a title. */
function useTitleRows({ item, group }: FoundItem): ComparisonRow[] {
  const t = useTranslations("items.comparison");
  const nameOf = useLanguageName();
  const ofItem = translated(item).titles;
  const ofGroup = translated(group).titles;
  const locales = Object.keys({ ...ofItem, ...ofGroup }).filter((locale) => locale !== BASE_LOCALE);
  return locales.map((locale) => {
    const seen = seenOf(item, group ?? null, locale).title;
    // The group's title wins in every language, even if only the item's title is translated.
    const byGroup = own(ofGroup, locale) ?? group?.title;
    return {
      key: `title ${locale}`,
      name: t("titleIn", { language: nameOf(locale) }),
      merged: seen,
      item: own(ofItem, locale) ?? (byGroup === undefined ? item.title : undefined),
      group: byGroup,
      from: byGroup === undefined ? "item" : "group",
    };
  });
}

/** Item, group and merged view, field by field. */
export function useComparisonRows(found: FoundItem): ComparisonRow[] {
  const t = useTranslations("items.comparison");
  const nameOf = useLanguageName();
  const { item, group, merged, origins } = found;
  const titles = useTitleRows(found);
  const localesOf = (of: Description | null) => translated(of).locales;
  const list = (locales: string[]) => (locales.length > 0 ? locales.map(nameOf).join(", ") : undefined);
  const all = new Set([...localesOf(group), ...localesOf(item)]);
  const keys = Object.keys(origins.data).filter((key) => key !== "i18n");
  return [
    {
      key: "title",
      name: t("title"),
      merged: merged.title,
      item: item.title,
      group: group?.title,
      from: origins.title,
    },
    ...titles,
    {
      key: "image",
      name: t("image"),
      merged: pictureOf(merged.image),
      item: pictureOf(item.image),
      group: pictureOf(group?.image),
      from: origins.image,
    },
    ...keys.map((key) => ({
      key: `data ${key}`,
      name: <code>{key}</code>,
      merged: words(own(merged.data, key)),
      item: words(own(item.data, key)),
      group: group ? words(own(group.data, key)) : undefined,
      from: own(origins.data, key) ?? null,
    })),
    ...(all.size > 0
      ? [
          {
            key: "i18n",
            name: t("languages"),
            merged: list([...all]),
            item: list(localesOf(item)),
            group: list(localesOf(group)),
            from: null,
          },
        ]
      : []),
  ];
}
