import type { Draft } from "./draft";
import { own } from "./json";

type Texts = Pick<Draft, "translations" | "verificationinfos">;

const without = <Value>(object: Record<string, Value>, key: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(object).filter(([one]) => one !== key));

const put = <Value>(object: Record<string, Value>, key: string, value: Value | undefined) =>
  value === undefined ? object : { ...object, [key]: value };

/** Remove a language and all its texts from a draft. */
export const withoutLocale = ({ translations, verificationinfos }: Texts, locale: string): Texts => ({
  translations: {
    ...translations,
    locales: translations.locales.filter((one) => one !== locale),
    titles: without(translations.titles, locale),
    kept: without(translations.kept, locale),
  },
  verificationinfos: verificationinfos.map((info) => ({ ...info, texts: without(info.texts, locale) })),
});

/** Restore a language from an earlier draft; other changes since then stay. */
export function withLocaleOf(earlier: Texts, draft: Texts, locale: string): Texts {
  const { translations, verificationinfos } = withoutLocale(draft, locale);
  const textsOf = (uid: string) =>
    own(earlier.verificationinfos.find((info) => info.uid === uid)?.texts ?? {}, locale);
  return {
    translations: {
      ...translations,
      locales: [...translations.locales, locale],
      titles: put(translations.titles, locale, own(earlier.translations.titles, locale)),
      kept: put(translations.kept, locale, own(earlier.translations.kept, locale)),
    },
    verificationinfos: verificationinfos.map((info) => ({
      ...info,
      texts: put(info.texts, locale, textsOf(info.uid)),
    })),
  };
}
