import type { Description } from "./draft";
import { byPos, infosOf, type VerificationInfo } from "./info-draft";
import { own } from "./json";
import { BASE_LOCALE, translationsOf } from "./translations";

export interface Seen {
  title: string | undefined;
  image: string | undefined;
  infos: (VerificationInfo & { from: "item" | "group" })[];
}

/** The description in a language, where translations exist. */
function inLocale(description: Description, locale: string): Description {
  if (locale === BASE_LOCALE) return description;
  const { translations, infos } = translationsOf(
    own(description.data, "i18n"),
    infosOf(description.verificationinfos),
  );
  const title = translations.titles[locale];
  return {
    ...description,
    ...(title ? { title } : {}),
    verificationinfos: description.verificationinfos.toSorted(byPos).map((info, index) => {
      const texts = infos[index]?.texts[locale];
      const value = texts?.value.filter((one) => one !== "") ?? [];
      return {
        ...info,
        ...(texts?.label ? { label: texts.label } : {}),
        ...(value.length > 0 ? { value: Array.isArray(info.value) ? value : (value[0] ?? "") } : {}),
      };
    }),
  };
}

/** The merged view that scanners see: title and image of the group win, infos of both are ordered by `pos`. */
export function seenOf(item: Description, group: Description | null, locale: string): Seen {
  const [own, ofGroup] = [inLocale(item, locale), group && inLocale(group, locale)];
  const from = (side: "item" | "group", of: Description | null) =>
    (of?.verificationinfos ?? []).map((info) => ({ ...info, from: side }));
  return {
    title: ofGroup?.title ?? own.title,
    image: ofGroup?.image ?? own.image,
    infos: [...from("group", ofGroup), ...from("item", own)].toSorted(byPos),
  };
}
