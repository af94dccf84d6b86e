import type { JsonObject, JsonValue, VerificationInfo } from "@/db/json";
import type { Description } from "./description";
import { isObject } from "./json";

/** Whether only the producer's own people and systems see the entry. */
const isInternal = ({ visible }: VerificationInfo) => visible === "producer";

/** Whether apps show the entry before verification. An absent level counts as `always`, an unknown one as `verified`. */
export const isAlwaysVisible = ({ visible }: VerificationInfo) => (visible ?? "always") === "always";

const mapObject = (object: JsonObject, change: (value: JsonValue) => JsonValue): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

/** `data` without the translations of the given entries. */
function withoutTranslations({ i18n, ...data }: JsonObject, keys: ReadonlySet<string>): JsonObject {
  if (!isObject(i18n)) return i18n === undefined ? data : { ...data, i18n };
  const reduced = mapObject(i18n, (texts) =>
    isObject(texts) && isObject(texts.verificationinfos)
      ? {
          ...texts,
          verificationinfos: Object.fromEntries(
            Object.entries(texts.verificationinfos).filter(([key]) => !keys.has(key)),
          ),
        }
      : texts,
  );
  return { ...data, i18n: reduced };
}

/**
 * The description that callers other than the producer may see: without entries whose `visible` is `producer` and without
 * their translations in `data.i18n`, even where another entry has the same key.
 */
export function publicDescription<D extends Description>(description: D): D {
  if (!description.verificationinfos.some(isInternal)) return description;
  const internal = description.verificationinfos.filter(isInternal);
  const keys = new Set(internal.flatMap(({ key }) => key ?? []));
  return {
    ...description,
    data: withoutTranslations(description.data, keys),
    verificationinfos: description.verificationinfos.filter((info) => !isInternal(info)),
  };
}
