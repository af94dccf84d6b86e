import type { JsonObject, JsonValue, VerificationInfo } from "@/db/json";
import type { Description } from "./description";
import { isObject } from "./json";

/** An entry for the producer's own people and systems. */
const isInternal = ({ visible }: VerificationInfo) => visible === "producer";

/** Whether an app shows the entry before it has verified the item. An absent level is `always`, an unknown one `verified`. */
export const isAlwaysVisible = ({ visible }: VerificationInfo) => (visible ?? "always") === "always";

const mapObject = (object: JsonObject, change: (value: JsonValue) => JsonValue): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

/** `data` without the translations of some entries. */
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
 * What callers other than the producer may see of a description: entries whose `visible` is `producer` are left out, with
 * their translations in `data.i18n`, also where another entry has the same key.
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
