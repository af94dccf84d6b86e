import { expect, test } from "vitest";
import type { JsonObject } from "@/db/json";
import { ScanAnswer } from "@/server/domain/scans/schema";
import { get, post } from "@/server/testing/api";
import { newGroup, newItem, newProducer } from "@/server/testing/factories";

// Holds decision 0009.

const I18N = {
  de: {
    title: "Uhr",
    verificationinfos: { number: { label: "Nummer" }, material: { label: "Stoff", value: ["Gold"] } },
  },
  "pt-BR": { title: "Relógio" },
  zh_Hant: { title: "錶" },
};
const ITEM = {
  title: "Watch",
  data: { color: "red", i18n: I18N },
  verificationinfos: [
    { key: "number", label: "Number", value: "7" },
    { key: "material", label: "Material", value: "gold", visible: "always" },
    { label: "Nameless", value: "x" },
    { key: "constructor", label: "Built in" },
  ],
};

/** Scans in a locale; returns the content-language and the item. */
async function scanIn(locale: string | undefined, identifier: string) {
  const reply = await post(
    "/scans",
    { identifier },
    { headers: locale === undefined ? {} : { "an-api-client-locale": locale } },
  );
  expect(reply.status).toBe(200);
  const { title, data, verificationinfos } = ScanAnswer.parse(reply.body).identifier.data;
  return { language: reply.headers.get("content-language"), title, data, verificationinfos };
}

test("200: a scan answers in the requested locale, text by text, without i18n", async () => {
  const identifier = await newItem(await newProducer(), ITEM);
  expect(await scanIn("de", identifier)).toEqual({
    language: "de",
    title: "Uhr",
    data: { color: "red" },
    verificationinfos: [
      { key: "number", label: "Nummer", value: "7" },
      { key: "material", label: "Stoff", value: ["Gold"], visibility: "always" },
      { label: "Nameless", value: "x" },
      { key: "constructor", label: "Built in" },
    ],
  });
});

test.each([
  [undefined, "en"],
  ["en", "en"],
  ["en_US", "en"],
  ["de", "de"],
  ["de_AT", "de"],
  ["DE-de", "de"],
  [" de-CH-1996 ", "de"],
  ["pt-BR", "pt-BR"],
  ["pt", "pt-BR"],
  ["zh-TW", "zh-Hant"],
  ["fr", "en"],
  ["", "en"],
  ["*", "en"],
  ["und", "en"],
  ["x-klingon", "en"],
  ["i-default", "en"],
  ["de,en;q=0.5", "en"],
  ["../../etc", "en"],
  ["constructor", "en"],
  ["d".repeat(5000), "en"],
])("200: the locale %j is answered in %s", async (wanted, language) => {
  const identifier = await newItem(await newProducer(), ITEM);
  const titles: Record<string, string> = { en: "Watch", de: "Uhr", "pt-BR": "Relógio", "zh-Hant": "錶" };
  expect(await scanIn(wanted, identifier)).toMatchObject({
    language,
    title: titles[language],
    data: { color: "red" },
  });
});

test("200: without translations the answer has the base texts and the language en", async () => {
  const { data: _, ...texts } = ITEM;
  const identifier = await newItem(await newProducer(), texts);
  expect(await scanIn("de", identifier)).toMatchObject({ language: "en", title: "Watch" });
});

test("200: an explicit en translation is used for en", async () => {
  const identifier = await newItem(await newProducer(), {
    title: "watch",
    data: { i18n: { en: { title: "Watch" } } },
  });
  expect(await scanIn("en-GB", identifier)).toMatchObject({ language: "en", title: "Watch", data: {} });
});

test.each<[string, JsonObject]>([
  ["a text", { i18n: "de" }],
  ["a list", { i18n: [{ title: "Uhr" }] }],
  ["null", { i18n: null }],
  ["null for a locale", { i18n: { de: null } }],
  ["a title that is no text", { i18n: { de: { title: 5 } } }],
  ["infos that are no object", { i18n: { de: { verificationinfos: [] } } }],
  ["a locale that is none", { i18n: { "no locale": { title: "Uhr" }, "": { title: "Uhr" } } }],
])("200: i18n that is %s is ignored", async (_, data) => {
  const identifier = await newItem(await newProducer(), { title: "Watch", data: { ...data, a: 1 } });
  expect(await scanIn("de", identifier)).toEqual({
    language: "en",
    title: "Watch",
    data: { a: 1 },
    verificationinfos: [],
  });
});

test("200: item and group are translated separately, then merged", async () => {
  const producer = await newProducer();
  const group = await newGroup(producer, {
    title: "Series",
    data: {
      season: "autumn",
      i18n: { de: { title: "Reihe", verificationinfos: { g: { value: "Herbst" } } }, it: { title: "Serie" } },
    },
    verificationinfos: [{ key: "g", value: "autumn" }],
  });
  const identifier = await newItem(producer, ITEM);
  await post(`/groups/${group}/items/${identifier}`, undefined, { token: producer.token });
  const inGerman = await scanIn("de-AT", identifier);
  expect(inGerman).toMatchObject({
    language: "de",
    title: "Reihe",
    data: { color: "red", season: "autumn" },
  });
  expect(inGerman.data).not.toHaveProperty("i18n");
  expect(inGerman.verificationinfos.slice(0, 2)).toEqual([
    { key: "g", value: "Herbst" },
    { key: "number", label: "Nummer", value: "7" },
  ]);
  const inItalian = await scanIn("it", identifier);
  expect(inItalian).toMatchObject({ language: "it", title: "Serie" });
  expect(inItalian.verificationinfos.slice(0, 2)).toEqual([
    { key: "g", value: "autumn" },
    { key: "number", label: "Number", value: "7" },
  ]);
});

test("200: outside scan answers an item keeps its base texts and i18n", async () => {
  const identifier = await newItem(await newProducer(), ITEM);
  const reply = await get(`/items/${identifier}`, { headers: { "an-api-client-locale": "de" } });
  expect(reply.body).toMatchObject({ data: ITEM });
});
