import type { JsonObject, JsonValue } from "@/db/json";
import { isObject } from "@/server/domain/shared/json";
import { localeOf } from "@/server/domain/shared/locale";

const own = (object: JsonValue | undefined, key: string): JsonValue | undefined =>
  isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;

/** The key of a locale in `data.i18n`, which may spell it differently. */
const keyOf = (i18n: JsonObject, locale: string) =>
  Object.keys(i18n).find((key) => key === locale) ??
  Object.keys(i18n).find((key) => localeOf(key) === localeOf(locale)) ??
  locale;

/** The title in a locale; undefined without a translation. */
export function titleIn(data: JsonObject, locale: string): string | undefined {
  const i18n = own(data, "i18n");
  if (!isObject(i18n)) return undefined;
  const title = own(own(i18n, keyOf(i18n, locale)), "title");
  return typeof title === "string" ? title : undefined;
}

const without = (object: JsonObject, key: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));

const withKey = (object: JsonObject, key: string, value: JsonObject): JsonObject =>
  Object.keys(value).length === 0
    ? without(object, key)
    : Object.fromEntries([...Object.entries(object).filter(([name]) => name !== key), [key, value]]);

/** Sets or removes the title in a locale. Translations without any text are removed. An equal title changes nothing. */
export function withTitleIn(data: JsonObject, locale: string, title: string | undefined): JsonObject {
  if (titleIn(data, locale) === title) return data;
  const before = own(data, "i18n");
  const i18n = isObject(before) ? before : {};
  const key = keyOf(i18n, locale);
  const texts = own(i18n, key);
  const others = isObject(texts) ? without(texts, "title") : {};
  const changed = title === undefined ? others : { ...others, title };
  return withKey(data, "i18n", withKey(i18n, key, changed));
}
