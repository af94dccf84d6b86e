import type { Line, Product, Words } from "./brand";
import type { Chance } from "./chance";
import type { JsonObject } from "./json";
import { DAY_MS } from "./time";

/** An entry of `verificationinfos`. */
interface VerificationInfo {
  key: string;
  label: string;
  value: string | string[];
  visible: string;
  pos: number;
}

/** The texts of a group or an item, as the API takes them. */
export interface Description {
  title: string;
  image: string | null;
  data: JsonObject;
  verificationinfos: VerificationInfo[];
}

/** Builds verification infos in English and their German translation for `data.i18n`. */
function inBothLanguages(
  title: Words | undefined,
  entries: { key: string; label: Words; value: Words | Words[] | string; visible: string; pos: number }[],
) {
  const said = (value: Words | Words[] | string, language: keyof Words) =>
    typeof value === "string"
      ? value
      : Array.isArray(value)
        ? value.map((one) => one[language])
        : value[language];
  const verificationinfos: VerificationInfo[] = entries.map(({ key, label, value, visible, pos }) => ({
    key,
    label: label.en,
    value: said(value, "en"),
    visible,
    pos,
  }));
  const german: JsonObject = {
    ...(title ? { title: title.de } : {}),
    verificationinfos: Object.fromEntries(
      entries.map(({ key, label, value }) => [key, { label: label.de, value: said(value, "de") }]),
    ),
  };
  return { verificationinfos, i18n: { de: german } };
}

/** Describes a product. */
export function describeGroup(brand: string, line: Line, product: Product): Description {
  const { warrantyYears } = line;
  const { verificationinfos, i18n } = inBothLanguages(product.title, [
    { key: "brand", label: { en: "Brand", de: "Marke" }, value: brand, visible: "always", pos: -20 },
    { key: "colour", label: { en: "Colour", de: "Farbe" }, value: product.colour, visible: "always", pos: 1 },
    {
      key: "material",
      label: { en: "Material", de: "Material" },
      value: line.material,
      visible: "always",
      pos: 2,
    },
    {
      key: "origin",
      label: { en: "Made in", de: "Hergestellt in" },
      value: line.origin,
      visible: "always",
      pos: 3,
    },
    {
      key: "signs",
      label: { en: "How to tell a genuine one", de: "Woran Sie das Original erkennen" },
      value: [...line.signs],
      visible: "verified",
      pos: 10,
    },
    {
      key: "warranty",
      label: { en: "Warranty", de: "Garantie" },
      value: {
        en: warrantyYears === 1 ? "1 year" : `${warrantyYears} years`,
        de: warrantyYears === 1 ? "1 Jahr" : `${warrantyYears} Jahre`,
      },
      visible: "verified",
      pos: 11,
    },
  ]);
  return {
    title: product.title.en,
    image: null,
    data: {
      line: line.name,
      model: product.code,
      colour: product.colour.en,
      warrantyYears,
      retailPrice: line.retailPrice,
      i18n,
    },
    verificationinfos,
  };
}

const PRODUCED_DAYS_BEFORE = 21;

/** Describes an item of a product. */
export function describeItem(
  chance: Chance,
  line: Line,
  product: Product,
  serial: number,
  createdAt: number,
): Description {
  const produced = new Date(createdAt - chance.between(3, PRODUCED_DAYS_BEFORE) * DAY_MS);
  const month = (locale: string) =>
    produced.toLocaleDateString(locale, { month: "long", year: "numeric", timeZone: "UTC" });
  const number = `${product.code} ${String(serial).padStart(5, "0")}`;
  const { verificationinfos, i18n } = inBothLanguages(undefined, [
    {
      key: "serial",
      label: { en: "Serial number", de: "Seriennummer" },
      value: number,
      visible: "always",
      pos: -10,
    },
    {
      key: "produced",
      label: { en: "Produced", de: "Hergestellt" },
      value: { en: month("en-GB"), de: month("de-DE") },
      visible: "verified",
      pos: 5,
    },
  ]);
  return {
    title: `${line.name} ${number}`,
    image: null,
    data: {
      serial: number,
      batch: `${produced.getUTCFullYear()}-${String(produced.getUTCMonth() + 1).padStart(2, "0")}-${chance.pick(["A", "B", "C"])}`,
      ...(line.sizes ? { size: chance.pick(line.sizes) } : {}),
      i18n,
    },
    verificationinfos,
  };
}
