import { match } from "@formatjs/intl-localematcher";
import type { JsonObject, JsonValue, VerificationInfo } from "@/db/json";
import type { Description } from "@/server/domain/shared/description";
import { isObject } from "@/server/domain/shared/json";
import { localeOf } from "@/server/domain/shared/locale";
import { publicDescription } from "@/server/domain/shared/visibility";

/** The locale of texts outside of `data.i18n`. */
const BASE_LOCALE = "en";

/** Further locales are ignored, so that no item slows its scans down. */
const MAX_LOCALES = 100;

/** The texts of one locale. */
interface Translation extends JsonObject {
  title?: string;
  verificationinfos?: { [key: string]: { label?: string; value?: string | string[] } };
}

const isTextOrAbsent = (value: JsonValue | undefined) => value === undefined || typeof value === "string";

const isTexts = (value: JsonValue) =>
  isObject(value) &&
  isTextOrAbsent(value.label) &&
  (isTextOrAbsent(value.value) ||
    (Array.isArray(value.value) && value.value.every((text) => typeof text === "string")));

/** Checked without a schema: it runs for all locales at every scan, and a schema takes ten times as long. */
const isTranslation = (value: JsonValue): value is Translation =>
  isObject(value) &&
  isTextOrAbsent(value.title) &&
  (value.verificationinfos === undefined ||
    (isObject(value.verificationinfos) && Object.values(value.verificationinfos).every(isTexts)));

/** The first translations in `data.i18n`; translations of another shape are ignored. */
function translationsIn({ i18n }: JsonObject): Map<string, Translation> {
  const translations = new Map<string, Translation>();
  if (!isObject(i18n)) return translations;
  for (const [tag, value] of Object.entries(i18n).slice(0, MAX_LOCALES)) {
    const locale = localeOf(tag);
    if (locale && isTranslation(value)) translations.set(locale, value);
  }
  return translations;
}

/** Removes the translations once, since copying an object with thousands of members takes milliseconds. */
function withoutTranslations(description: Description): Description {
  const { i18n: _, ...data } = description.data;
  return { ...description, data };
}

function translated(description: Description, translation: Translation | undefined): Description {
  const inLocale = (info: VerificationInfo): VerificationInfo => {
    const texts = info.key === undefined ? undefined : translation?.verificationinfos?.[info.key];
    if (!texts) return info;
    return {
      ...info,
      ...(texts.label === undefined ? {} : { label: texts.label }),
      ...(texts.value === undefined ? {} : { value: texts.value }),
    };
  };
  return {
    ...description,
    title: translation?.title ?? description.title,
    verificationinfos: description.verificationinfos.map(inLocale),
  };
}

/** The texts of an item and its group in one locale. */
export interface Localised {
  item: Description;
  group: Description | null;
  /** The chosen locale. */
  locale: string;
}

/**
 * Prepares the texts that scanners see of an item and its group. The returned function chooses the best match for a locale
 * among those of both; an absent or invalid locale means `en` (the specification's Limits; decision 0009). Translations are
 * checked once for all calls.
 */
export function localiser(
  wholeItem: Description,
  wholeGroup: Description | null,
): (wanted: string | null) => Localised {
  const publicItem = publicDescription(wholeItem);
  const publicGroup = wholeGroup && publicDescription(wholeGroup);
  if (!("i18n" in publicItem.data) && !(publicGroup && "i18n" in publicGroup.data))
    return () => ({ item: publicItem, group: publicGroup, locale: BASE_LOCALE });
  const ofItem = translationsIn(publicItem.data);
  const ofGroup = translationsIn(publicGroup?.data ?? {});
  const item = withoutTranslations(publicItem);
  const group = publicGroup && withoutTranslations(publicGroup);
  const locales = [BASE_LOCALE, ...ofItem.keys(), ...ofGroup.keys()];
  return (wanted) => {
    const requested = localeOf(wanted ?? "") ?? BASE_LOCALE;
    const locale = match([requested], locales, BASE_LOCALE);
    return {
      item: translated(item, ofItem.get(locale)),
      group: group && translated(group, ofGroup.get(locale)),
      locale,
    };
  };
}
