import type { Description } from "./draft";
import { isObject, isSame, type JsonObject, type JsonValue, objectOf, own } from "./json";

const TRANSLATIONS = ["data", "i18n"];

const isTranslation = ([first, second, ...rest]: readonly string[]) =>
  first === TRANSLATIONS[0] && second === TRANSLATIONS[1] && rest.length === 1;

/** Paths of a description's fields; each key of `data` and each language of its translations is a field. */
export function fieldsOf({ data }: Description): string[][] {
  const { i18n, ...others } = data;
  const translations = isObject(i18n)
    ? Object.keys(i18n).map((locale) => [...TRANSLATIONS, locale])
    : i18n === undefined
      ? []
      : [TRANSLATIONS];
  return [
    ["title"],
    ["image"],
    ["verificationinfos"],
    ...translations,
    ...Object.keys(others).map((key) => ["data", key]),
  ];
}

/** Value of a field; undefined if the description has none. */
export function valueIn(description: Description, steps: readonly string[]): JsonValue | undefined {
  const [first, key = "", locale = ""] = steps;
  if (first === "title" || first === "image") return description[first];
  if (first === "verificationinfos")
    return description.verificationinfos.map((info) =>
      objectOf(Object.entries(info).flatMap(([name, value]) => (value == null ? [] : [[name, value]]))),
    );
  const value = own(description.data, key);
  if (!isTranslation(steps)) return value;
  return isObject(value) ? own(value, locale) : undefined;
}

const withKey = (object: JsonObject, key: string, value: JsonValue | undefined): JsonObject => {
  const others = Object.entries(object).filter(([name]) => name !== key);
  return objectOf(value === undefined ? others : [...others, [key, value]]);
};

/** Copy of `to` with one field taken from `from`. */
export function withField(to: Description, from: Description, steps: readonly string[]): Description {
  const [first, key = "", locale = ""] = steps;
  if (first === "title" || first === "image") return { ...to, [first]: from[first] };
  if (first === "verificationinfos") return { ...to, verificationinfos: from.verificationinfos };
  const value = valueIn(from, steps);
  if (!isTranslation(steps)) return { ...to, data: withKey(to.data, key, value) };
  const before = own(to.data, key);
  const translations = withKey(isObject(before) ? before : {}, locale, value);
  const isEmpty = isSame(translations, {});
  return { ...to, data: withKey(to.data, key, isEmpty ? undefined : translations) };
}
