import { match } from "@formatjs/intl-localematcher";
import type { JsonObject, JsonValue, VerificationInfo } from "@/db/json";
import type { Description } from "@/server/domain/shared/describable";
import { isObject } from "@/server/domain/shared/json";
import { localeOf } from "@/server/domain/shared/locale";
import { publicDescription } from "@/server/domain/shared/visibility";

/** The locale of what items and groups say outside of `data.i18n`. */
export const BASE_LOCALE = "en";

/** More are not looked at, so that no item makes its scans slow. */
const MOST_LOCALES = 100;

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
  for (const [tag, value] of Object.entries(i18n).slice(0, MOST_LOCALES)) {
    const locale = localeOf(tag);
    if (locale && isTranslation(value)) translations.set(locale, value);
  }
  return translations;
}

function translated(description: Description, translation: Translation | undefined): Description {
  const { i18n: _, ...data } = description.data;
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
    data,
    verificationinfos: description.verificationinfos.map(inLocale),
  };
}

/**
 * What scanners see of an item and its group, in the wanted locale by best match with what both offer; `locale` says
 * what was taken. An absent or unusable wish is `en` (the specification's Limits; decision 0009).
 */
export function localised(
  wholeItem: Description,
  wholeGroup: Description | null,
  wanted: string | null,
): { item: Description; group: Description | null; locale: string } {
  const item = publicDescription(wholeItem);
  const group = wholeGroup && publicDescription(wholeGroup);
  if (!("i18n" in item.data) && !(group && "i18n" in group.data)) return { item, group, locale: BASE_LOCALE };
  const ofItem = translationsIn(item.data);
  const ofGroup = group ? translationsIn(group.data) : new Map<string, Translation>();
  const wish = localeOf(wanted ?? "") ?? BASE_LOCALE;
  const locale = match([wish], [BASE_LOCALE, ...ofItem.keys(), ...ofGroup.keys()], BASE_LOCALE);
  return {
    item: translated(item, ofItem.get(locale)),
    group: group && translated(group, ofGroup.get(locale)),
    locale,
  };
}
