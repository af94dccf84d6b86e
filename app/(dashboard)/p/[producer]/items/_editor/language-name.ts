import { useLocale } from "use-intl";

/** A language tag in its usual spelling; undefined for other text. */
export const canonical = (tag: string) => {
  try {
    return Intl.getCanonicalLocales(tag.trim().replaceAll("_", "-"))[0];
  } catch {
    return undefined;
  }
};

/** Name of a language in the person's language. */
export function useLanguageName(): (tag: string) => string {
  const locale = useLocale();
  return (tag) => {
    const known = canonical(tag);
    if (known === undefined) return tag;
    try {
      return new Intl.DisplayNames([locale], { type: "language" }).of(known) ?? tag;
    } catch {
      return tag;
    }
  };
}
