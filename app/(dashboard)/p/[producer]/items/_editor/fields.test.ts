import fc from "fast-check";
import { expect, test } from "vitest";
import { differencesOf } from "@/app/ui/conflict";
import type { Description } from "./draft";
import { fieldsOf, valueIn, withField } from "./fields";

const opened: Description = {
  title: "Watch",
  data: { colour: "blue", year: 2026, i18n: { de: { title: "Uhr" }, fr: { title: "Montre" } } },
  verificationinfos: [{ label: "Made", value: "2026", visible: "always", pos: 1 }],
};

/** Fields in which two descriptions differ, with the suggested side. */
function differences(mine: Description, theirs: Description) {
  const steps = new Map([opened, mine, theirs].flatMap(fieldsOf).map((each) => [each.join("/"), each]));
  return differencesOf({ base: opened, mine, theirs }, [...steps.keys()], (state, field) =>
    valueIn(state, steps.get(field) ?? []),
  );
}

test("a field changed on one side keeps that change; a field changed on both sides suggests the typed value", () => {
  const mine = { ...opened, title: "My watch", data: { ...opened.data, colour: "red", added: true } };
  const theirs = { ...opened, title: "Their watch", data: { ...opened.data, colour: "blue", year: 2027 } };
  expect(differences(mine, theirs)).toEqual([
    { field: "title", suggested: "mine" },
    { field: "data/colour", suggested: "mine" },
    { field: "data/year", suggested: "theirs" },
    { field: "data/added", suggested: "mine" },
  ]);
});

test("each language is a field; the order of keys is no difference", () => {
  const theirs = {
    ...opened,
    data: { i18n: { fr: { title: "Pendule" }, de: { title: "Uhr" } }, year: 2026, colour: "blue" },
  };
  expect(differences(opened, theirs)).toEqual([{ field: "data/i18n/fr", suggested: "theirs" }]);
  expect(withField(opened, theirs, ["data", "i18n", "fr"]).data.i18n).toEqual({
    de: { title: "Uhr" },
    fr: { title: "Pendule" },
  });
});

test("taking the other side's removal removes the language, and the last language removes `i18n`", () => {
  const german: Description = { ...opened, data: { i18n: { de: { title: "Uhr" } } } };
  const none: Description = { ...opened, data: {} };
  expect(withField(german, none, ["data", "i18n", "de"]).data).toEqual({});
});

const Key = fc.oneof(fc.constantFrom("a", "i18n", "__proto__", "a/b", ""), fc.string());
const Data = fc.dictionary(Key, fc.oneof(fc.string(), fc.integer(), fc.dictionary(Key, fc.string())));
const Descriptions = fc.record({
  title: fc.option(fc.string(), { nil: undefined }),
  image: fc.option(fc.string(), { nil: undefined }),
  data: Data,
  verificationinfos: fc.array(fc.record({ label: fc.string(), pos: fc.integer() })),
});

test("taking every field of the other side gives the other side's description", () => {
  fc.assert(
    fc.property(Descriptions, Descriptions, (mine: Description, theirs: Description) => {
      const merged = [...fieldsOf(mine), ...fieldsOf(theirs)].reduce(
        (merged, steps) => withField(merged, theirs, steps),
        mine,
      );
      for (const steps of [...fieldsOf(merged), ...fieldsOf(theirs)])
        expect(valueIn(merged, steps)).toEqual(valueIn(theirs, steps));
    }),
  );
});
