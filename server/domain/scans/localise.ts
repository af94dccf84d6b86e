import { match } from "@formatjs/intl-localematcher";
import type { JsonObject, JsonValue, VerificationInfo } from "@/db/json";
import type { Description } from "@/server/domain/shared/description";
import { isObject } from "@/server/domain/shared/json";
import { localeOf } from "@/server/domain/shared/locale";
import { publicDescription } from "@/server/domain/shared/visibility";

/** The locale of what items and groups say outside of `data.i18n`. */
export const BASE_LOCALE = "en";

/** More are not looked at, so that no item makes its scans slow. */
const MAX_LOCALES = 100;

/** What is said in one locale. */
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

/** Looked at by hand, since it is done for all locales at every scan: a schema takes ten times as long. */
const isTranslation = (value: JsonValue): value is Translation =>
  isObject(value) &&
  isTextOrAbsent(value.title) &&
  (value.verificationinfos === undefined ||
    (isObject(value.verificationinfos) && Object.values(value.verificationinfos).every(isTexts)));

/** The usable ones of the first translations in `data.i18n`; what has not the expected shape is as if it were not there. */
function translationsIn({ i18n }: JsonObject): Map<string, Translation> {
  const translations = new Map<string, Translation>();
  if (!isObject(i18n)) return translations;
  for (const [tag, value] of Object.entries(i18n).slice(0, MAX_LOCALES)) {
    const locale = localeOf(tag);
    if (locale && isTranslation(value)) translations.set(locale, value);
  }
  return translations;
}

/** Copying what has thousands of members takes milliseconds. */
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

/** What is said of an item and its group in one locale. */
export interface Localised {
  item: Description;
  group: Description | null;
  /** The locale that was taken. */
  locale: string;
}

/**
 * What scanners see of an item and its group, in a wanted locale by best match with what both offer. An absent or unusable
 * wish is `en` (the specification's Limits; decision 0009). Translations are looked at once, for however many wishes.
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
    const wish = localeOf(wanted ?? "") ?? BASE_LOCALE;
    const locale = match([wish], locales, BASE_LOCALE);
    return {
      item: translated(item, ofItem.get(locale)),
      group: group && translated(group, ofGroup.get(locale)),
      locale,
    };
  };
}
