/** Room for language, script, region and a few extensions. Parsing a longer tag takes milliseconds. */
const MAX_TAG_CHARACTERS = 100;

/** The canonical form of a BCP 47 tag. Accepts `en_US`; undefined for an unusable tag. */
export function localeOf(tag: string): string | undefined {
  if (tag === "" || tag.length > MAX_TAG_CHARACTERS) return undefined;
  try {
    return Intl.getCanonicalLocales(tag.trim().replaceAll("_", "-"))[0];
  } catch {
    return undefined;
  }
}

/** Language, script and region of a tag, without its other subtags. */
export function plainLocale(tag: string | null): string | undefined {
  const locale = localeOf(tag ?? "");
  if (locale === undefined) return undefined;
  const { language, script, region } = new Intl.Locale(locale);
  return [language, script, region].filter((part) => part !== undefined).join("-");
}
