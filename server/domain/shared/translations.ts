import type { JsonObject, JsonValue } from "@/db/json";
import type { Description } from "./description";
import { isObject } from "./json";

const own = (object: JsonValue | undefined, key: string): JsonValue | undefined =>
  isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;

const keysOf = (...objects: (JsonValue | undefined)[]) => [
  ...new Set(objects.flatMap((object) => (isObject(object) ? Object.keys(object) : []))),
];

/** Merges one locale. Drops the item's title where the group has a title, because it would translate another text. */
function mergedLocale(
  item: JsonValue | undefined,
  group: JsonValue | undefined,
  hasGroupTitle: boolean,
): JsonValue {
  if (!isObject(item)) return group ?? item ?? null;
  const { title, ...texts } = item;
  const base: JsonObject = hasGroupTitle || title === undefined ? texts : item;
  if (!isObject(group)) return group ?? base;
  const [ofItem, ofGroup] = [item.verificationinfos, group.verificationinfos];
  const both = isObject(ofItem) && isObject(ofGroup) ? { verificationinfos: { ...ofItem, ...ofGroup } } : {};
  return { ...base, ...group, ...both };
}

/**
 * `data.i18n` of the merged view: merges the translations of item and group by locale and entry; the group's text wins.
 * Returns `{}` where the item has no translations or the group's are no object: the plain merge of `data` is right then.
 */
export function mergedTranslations(item: Description, group: Description): { i18n?: JsonObject } {
  const [ofItem, ofGroup] = [own(item.data, "i18n"), own(group.data, "i18n")];
  if (!isObject(ofItem) || (ofGroup !== undefined && !isObject(ofGroup))) return {};
  const hasGroupTitle = group.title !== null;
  return {
    i18n: Object.fromEntries(
      keysOf(ofItem, ofGroup).map((locale) => [
        locale,
        mergedLocale(own(ofItem, locale), own(ofGroup, locale), hasGroupTitle),
      ]),
    ),
  };
}
