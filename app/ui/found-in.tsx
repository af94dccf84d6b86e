"use client";

import { useTranslations } from "use-intl";
import classes from "./found-in.module.css";

/** The match of a search in a value that the list does not show. */
export interface Match {
  of: "item" | "group";
  key: string | null;
  value: string;
}

/** Describes where a search matched an item: a key of its data and the value, or the item's own title. */
export function useFoundIn() {
  const t = useTranslations("common.match");
  return ({ of, key, value }: Match) =>
    key === null ? t("title", { value }) : t(of === "group" ? "groupData" : "data", { key, value });
}

export function FoundIn({ match }: { match: Match }) {
  return <span className={classes.match}>{useFoundIn()(match)}</span>;
}
