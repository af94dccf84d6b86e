import { type DataRow, dataOfRows, rowsOfData } from "./data-rows";
import { type InfoDraft, infoOf, infosOf, type VerificationInfo } from "./info-draft";
import { isObject, isSame, type JsonObject, jsonIn, objectOf, own } from "./json";
import { type Translations, translationsOf, withTranslations } from "./translations";

/** Description of an item or a group, in the shape of the procedures. */
export interface Description {
  title?: string | undefined;
  image?: string | undefined;
  data: JsonObject;
  verificationinfos: VerificationInfo[];
}

/**
 * The description in the shape of the form. Field names equal those of the service, so that faults find their field.
 */
export interface Draft extends Record<string, unknown> {
  title: string;
  image: string;
  data: DataRow[];
  /** The JSON text while `data` is edited as JSON; it replaces the rows. */
  dataText: string | null;
  verificationinfos: InfoDraft[];
  /** By locale, without the texts of infos, which are stored with the infos. */
  translations: Translations;
}

/** The edited state. */
export interface Opened {
  before: Description;
  /** Empty for a new item or group. */
  version: string;
}

/** The draft, and the identifier of a new item. */
export interface Values extends Draft {
  identifier: string;
}

export const NOTHING_SAID: Description = { data: {}, verificationinfos: [] };

const withoutI18n = ({ i18n: _, ...data }: JsonObject): JsonObject => data;

/** Form values for a description. */
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

/** `data` without translations; undefined if the JSON text is not an object. */
export function plainData({ data, dataText }: Pick<Draft, "data" | "dataText">): JsonObject | undefined {
  if (dataText === null) return dataOfRows(data);
  const typed = jsonIn(dataText.trim() === "" ? "{}" : dataText);
  return isObject(typed) ? typed : undefined;
}

/** Trim a title that was edited; an unchanged title keeps its spaces. */
export function withTrimmedTitle(draft: Draft, before: Description): Draft {
  return draft.title === before.title ? draft : { ...draft, title: draft.title.trim() };
}

/** Description of a draft; `data` counts as empty if its JSON text is invalid. */
export function descriptionOf(draft: Draft): Description {
  const { infos, i18n } = withTranslations(draft.translations, draft.verificationinfos);
  return {
    ...(draft.title === "" ? {} : { title: draft.title }),
    ...(draft.image.trim() === "" ? {} : { image: draft.image.trim() }),
    data: { ...plainData(draft), ...(i18n === undefined ? {} : { i18n }) },
    verificationinfos: infos.map(infoOf),
  };
}

/** A stored description as the form would save it without an edit. */
export const unedited = (stored: Description): Description => descriptionOf(draftOf(stored));

/**
 * Input of an update: only the fields that were edited, so that the others stay as they are stored.
 * @param stored what the form opened with
 * @param after what the form holds now
 */
export function changesOf(stored: Description, after: Description) {
  const before = unedited(stored);
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
