import type { InfoDraft, InfoTexts } from "./info-draft";
import { isObject, type JsonObject, type JsonValue, objectOf, own } from "./json";

/** Language of the texts outside `data.i18n`. */
export const BASE_LOCALE = "en";

/** Content of `data.i18n` besides the texts of infos. */
export interface Translations {
  /** In the order of the object. */
  locales: string[];
  titles: Record<string, string>;
  /** Entries that the editor does not know and keeps unchanged, by locale. */
  kept: JsonObject;
  /** `i18n` itself if it is not an object. */
  foreign?: JsonValue | undefined;
}

const texts = (value: JsonValue | undefined): string[] | undefined => {
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) return undefined;
  const strings = value.filter((one) => typeof one === "string");
  return strings.length === value.length ? strings : undefined;
};

/** Texts of one info; undefined if the shape is not the one that scanners expect. */
function textsOf(value: JsonValue | undefined): InfoTexts | undefined {
  if (!isObject(value)) return undefined;
  const label = own(value, "label");
  const said = own(value, "value");
  if (label !== undefined && typeof label !== "string") return undefined;
  const inValue = said === undefined ? [] : texts(said);
  if (inValue === undefined) return undefined;
  if (Object.keys(value).some((key) => key !== "label" && key !== "value")) return undefined;
  return { label: label ?? "", value: inValue };
}

/** Split `data.i18n` into titles, texts of infos, and the rest. */
export function translationsOf(
  i18n: JsonValue | undefined,
  infos: InfoDraft[],
): { translations: Translations; infos: InfoDraft[] } {
  const translations: Translations = { locales: [], titles: {}, kept: {} };
  if (i18n === undefined) return { translations, infos };
  if (!isObject(i18n)) return { translations: { ...translations, foreign: i18n }, infos };
  const read = infos.map((info) => ({ ...info, texts: { ...info.texts } }));
  for (const [locale, all] of Object.entries(i18n)) {
    translations.locales.push(locale);
    if (!isObject(all)) {
      translations.kept[locale] = all;
      continue;
    }
    const { title, verificationinfos, ...rest } = all;
    const kept: JsonObject = { ...rest };
    if (typeof title === "string") translations.titles[locale] = title;
    else if (title !== undefined) kept.title = title;
    if (isObject(verificationinfos)) {
      const unknown = Object.entries(verificationinfos).filter(([key, value]) => {
        const info = read.find((one) => one.key === key && key !== "");
        const said = textsOf(value);
        if (info && said) info.texts[locale] = said;
        return !info || !said;
      });
      if (unknown.length > 0) kept.verificationinfos = objectOf(unknown);
    } else if (verificationinfos !== undefined) kept.verificationinfos = verificationinfos;
    if (Object.keys(kept).length > 0) translations.kept[locale] = kept;
  }
  return { translations, infos: read };
}

const isSaid = ({ label, value }: InfoTexts) => label !== "" || value.some((one) => one !== "");

const slugOf = (label: string) =>
  label
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 40) || "info";

/** Give a key to every info that has translations and no key: translations refer to an info by its key. */
function withKeys(infos: InfoDraft[]): InfoDraft[] {
  const taken = new Set(infos.map(({ key }) => key));
  return infos.map((info) => {
    if (info.key !== "" || !Object.values(info.texts).some(isSaid)) return info;
    const slug = slugOf(info.label);
    let key = slug;
    for (let number = 2; taken.has(key); number += 1) key = `${slug}-${number}`;
    taken.add(key);
    return { ...info, key };
  });
}

const saidTexts = ({ isList }: InfoDraft, { label, value }: InfoTexts): JsonObject => {
  const said = value.filter((one) => one !== "");
  return {
    ...(label === "" ? {} : { label }),
    ...(said.length === 0 ? {} : { value: isList ? said : (said[0] ?? "") }),
  };
};

/** Merge all translations into `data.i18n`; undefined if there are none. */
export function withTranslations(
  { locales, titles, kept, foreign }: Translations,
  drafts: InfoDraft[],
): { infos: InfoDraft[]; i18n: JsonValue | undefined } {
  const infos = withKeys(drafts);
  const entries = locales.flatMap((locale): [string, JsonValue][] => {
    const rest = own(kept, locale);
    if (rest !== undefined && !isObject(rest)) return [[locale, rest]];
    const ofInfos = infos.flatMap((info): [string, JsonValue][] => {
      const said = info.texts[locale];
      return info.key !== "" && said && isSaid(said) ? [[info.key, saidTexts(info, said)]] : [];
    });
    const known = rest && own(rest, "verificationinfos");
    const verificationinfos = { ...(isObject(known) ? known : {}), ...objectOf(ofInfos) };
    const all: JsonObject = { ...rest };
    if (titles[locale]) all.title = titles[locale];
    if (Object.keys(verificationinfos).length > 0) all.verificationinfos = verificationinfos;
    return Object.keys(all).length > 0 ? [[locale, all]] : [];
  });
  return { infos, i18n: entries.length > 0 ? objectOf(entries) : foreign };
}
