/** Language, script, region and a few extensions; the longest tags take milliseconds each. */
const MAX_TAG_CHARACTERS = 100;

/** A BCP 47 tag in its usual form; `en_US` is tolerated, anything unusable is nothing. */
export function localeOf(tag: string): string | undefined {
  if (tag === "" || tag.length > MAX_TAG_CHARACTERS) return undefined;
  try {
    return Intl.getCanonicalLocales(tag.trim().replaceAll("_", "-"))[0];
  } catch {
    return undefined;
  }
}

/** Language, script and region of a tag, without whatever else it may say. */
export function plainLocale(tag: string | null): string | undefined {
  const locale = localeOf(tag ?? "");
  if (locale === undefined) return undefined;
  const { language, script, region } = new Intl.Locale(locale);
  return [language, script, region].filter((part) => part !== undefined).join("-");
}
