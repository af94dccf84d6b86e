import { type DataRow, dataOfRows, rowsOfData } from "./data-rows";
import { type InfoDraft, infoOf, infosOf, type VerificationInfo } from "./info-draft";
import { isObject, isSame, type JsonObject, jsonIn, objectOf, own } from "./json";
import { type Translations, translationsOf, withTranslations } from "./translations";

/** What an item or a group says of itself, as the service gives and takes it. */
export interface Description {
  title?: string | undefined;
  image?: string | undefined;
  data: JsonObject;
  verificationinfos: VerificationInfo[];
}

/** The same as a form holds it. Its fields are called as the service's, so that faults find them. */
export interface Draft extends Record<string, unknown> {
  title: string;
  image: string;
  data: DataRow[];
  /** While `data` is written as JSON: its text, which then counts. */
  dataText: string | null;
  verificationinfos: InfoDraft[];
  /** By locale. The texts of infos are with the infos. */
  translations: Translations;
}

/** The draft, and the identifier of an item that is made. */
export interface Values extends Draft {
  identifier: string;
}

export const NOTHING_SAID: Description = { data: {}, verificationinfos: [] };

const withoutI18n = ({ i18n: _, ...data }: JsonObject): JsonObject => data;

/** A form's values for what is said of an item or a group. */
export function draftOf(description: Description): Draft {
  const infos = infosOf(description.verificationinfos);
  const { translations, infos: verificationinfos } = translationsOf(own(description.data, "i18n"), infos);
  return {
    title: description.title ?? "",
    image: description.image ?? "",
    data: rowsOfData(withoutI18n(description.data)),
    dataText: null,
    verificationinfos,
    translations,
  };
}

/** `data` without its translations; nothing where what is typed is no object. */
export function plainData({ data, dataText }: Pick<Draft, "data" | "dataText">): JsonObject | undefined {
  if (dataText === null) return dataOfRows(data);
  const typed = jsonIn(dataText.trim() === "" ? "{}" : dataText);
  return isObject(typed) ? typed : undefined;
}

/** The draft without the spaces around a title that was typed; one that was there before stays as it is. */
export function withTrimmedTitle(draft: Draft, before: Description): Draft {
  return draft.title === before.title ? draft : { ...draft, title: draft.title.trim() };
}

/** What a form says; of `data` that is not written well, nothing. */
export function descriptionOf(draft: Draft): Description {
  const { infos, i18n } = withTranslations(draft.translations, draft.verificationinfos);
  return {
    ...(draft.title === "" ? {} : { title: draft.title }),
    ...(draft.image.trim() === "" ? {} : { image: draft.image.trim() }),
    data: { ...plainData(draft), ...(i18n === undefined ? {} : { i18n }) },
    verificationinfos: infos.map(infoOf),
  };
}

/** Only what differs: fields that nobody touched are not written again. */
export function changesOf(before: Description, after: Description) {
  const infos = (of: Description) =>
    of.verificationinfos.map((info) =>
      objectOf(Object.entries(info).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))),
    );
  return {
    ...(before.title === after.title ? {} : { title: after.title ?? null }),
    ...(before.image === after.image ? {} : { image: after.image ?? null }),
    ...(isSame(before.data, after.data) ? {} : { data: after.data }),
    ...(isSame(infos(before), infos(after)) ? {} : { verificationinfos: after.verificationinfos }),
  };
}
