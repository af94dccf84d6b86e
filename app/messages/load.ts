import { match } from "@formatjs/intl-localematcher";
import type { AbstractIntlMessages } from "use-intl";
import type { Namespace } from "./catalogue";
import { compiled } from "./compiled";
import { type AppLocale, isLocale, LOCALES } from "./locales";

/** Each catalogue is compiled once. */
const catalogues = new Map<string, Promise<AbstractIntlMessages>>();

async function readCatalogue(locale: AppLocale, namespace: Namespace): Promise<AbstractIntlMessages> {
  const file: { default: AbstractIntlMessages } = await import(`./${locale}/${namespace}.json`);
  return compiled(file.default);
}

function catalogueOf(locale: AppLocale, namespace: Namespace): Promise<AbstractIntlMessages> {
  const name = `${locale}/${namespace}`;
  const read = catalogues.get(name) ?? readCatalogue(locale, namespace);
  catalogues.set(name, read);
  return read;
}

/** Messages of some namespaces in a language, compiled. */
export async function loadMessages(
  locale: AppLocale,
  namespaces: readonly Namespace[],
): Promise<AbstractIntlMessages> {
  const entries = namespaces.map(async (namespace): Promise<[string, AbstractIntlMessages]> => {
    return [namespace, await catalogueOf(locale, namespace)];
  });
  return Object.fromEntries(await Promise.all(entries));
}

const MAX_LANGUAGES = 20;
const MAX_TAG_CHARACTERS = 35;

/** Tags of an accept-language header, most wanted first; invalid tags are dropped. */
export function wantedLanguages(header: string): string[] {
  return header
    .split(",", MAX_LANGUAGES)
    .map((entry) => {
      const [tag = "", ...parameters] = entry.trim().split(";");
      const quality = parameters.find((parameter) => parameter.trim().startsWith("q="));
      return { tag: tag.trim(), quality: quality ? Number(quality.trim().slice(2)) || 0 : 1 };
    })
    .filter(({ tag }) => tag.length <= MAX_TAG_CHARACTERS)
    .filter(({ tag, quality }) => quality > 0 && /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(tag))
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

/** Choose the language: the device's choice, else the person's, else the browser's best match. */
export function chooseLocale(
  chosen: string | undefined,
  ofPerson: string | null | undefined,
  acceptLanguage: string | null,
): AppLocale {
  if (isLocale(chosen)) return chosen;
  if (isLocale(ofPerson)) return ofPerson;
  try {
    const best = match(wantedLanguages(acceptLanguage ?? ""), LOCALES, LOCALES[0]);
    return isLocale(best) ? best : LOCALES[0];
  } catch {
    return LOCALES[0];
  }
}
