import fc from "fast-check";
import { expect, test } from "vitest";
import { faultOfRow, newRow } from "./data-rows";
import { changesOf, type Description, descriptionOf, draftOf, withTrimmedTitle } from "./draft";
import { infosOf, isEmptyInfo, movedInfo, newInfo } from "./info-draft";
import { seenOf } from "./seen";

const full: Description = {
  title: "Watch",
  image: "contents/1",
  data: {
    colour: "blue",
    year: 2026,
    sold: false,
    sizes: [1, { a: null }],
    i18n: {
      de: {
        title: "Uhr",
        note: "kept",
        verificationinfos: { made: { label: "Hergestellt" }, gone: { label: "?" } },
      },
      "pt-BR": 5,
    },
  },
  verificationinfos: [
    { key: "made", label: "Made", value: "2026", visible: "always", pos: -2 },
    { label: "Signs", value: ["one", "two"], visible: "own" },
  ],
};

test("an unchanged description survives the form without a change", () => {
  expect(descriptionOf(draftOf(full))).toEqual(full);
  expect(changesOf(full, descriptionOf(draftOf(full)))).toEqual({});
});

test("data of any shape survives the form without a change", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ maxDepth: 3 })), (sample) => {
      const data = JSON.parse(JSON.stringify(sample));
      const description = { data, verificationinfos: [] };
      expect(changesOf(description, descriptionOf(draftOf(description)))).toEqual({});
    }),
  );
});

test("an update contains only the changed fields, and an emptied field is cleared", () => {
  const draft = draftOf(full);
  expect(changesOf(full, descriptionOf({ ...draft, title: "", image: "contents/2" }))).toEqual({
    title: null,
    image: "contents/2",
  });
});

test.each<[string, Partial<Description>]>([
  [
    "infos that are not stored in the order of pos",
    {
      verificationinfos: [
        { label: "b", pos: 2 },
        { label: "a", pos: 1 },
      ],
    },
  ],
  ["an info with an empty value", { verificationinfos: [{ label: "a", value: "" }] }],
  ["an info with an empty value in its list", { verificationinfos: [{ label: "a", value: ["a", ""] }] }],
  ["data with an empty key", { data: { "": "" } }],
  ["a language without texts", { data: { i18n: { de: {} } } }],
])("an update of the title alone leaves %s as stored", (_, stored) => {
  const before = { title: "Watch", data: {}, verificationinfos: [], ...stored };
  expect(changesOf(before, descriptionOf({ ...draftOf(before), title: "Clock" }))).toEqual({
    title: "Clock",
  });
});

test("spaces around a typed title are trimmed; an unchanged title keeps its spaces", () => {
  const typed = { ...draftOf(full), title: "  Watch of gold\t" };
  expect(descriptionOf(withTrimmedTitle(typed, full)).title).toBe("Watch of gold");
  const spaced = { ...full, title: " Watch " };
  expect(changesOf(spaced, descriptionOf(withTrimmedTitle(draftOf(spaced), spaced)))).toEqual({});
});

test("an info with translations and without a key gets a key", () => {
  const draft = draftOf(full);
  const [made, signs] = draft.verificationinfos;
  if (!made || !signs) throw new Error("Two were given.");
  const after = descriptionOf({
    ...draft,
    verificationinfos: [made, { ...signs, texts: { de: { label: "Zeichen", value: ["eins"] } } }],
  });
  expect(after.verificationinfos[1]?.key).toBe("signs");
  expect(after.data.i18n).toMatchObject({
    de: { verificationinfos: { signs: { label: "Zeichen", value: ["eins"] } } },
  });
});

test("a moved info gets a pos between its neighbours; the others keep theirs while there is room", () => {
  const infos = infosOf([
    { label: "a", pos: -10 },
    { label: "b", pos: 0 },
    { label: "c" },
    { label: "d", pos: 9 },
  ]);
  const posAfter = (from: number, to: number) =>
    movedInfo(infos, from, to).map(({ label, pos }) => `${label}${pos}`);
  expect(posAfter(3, 1)).toEqual(["a-10", "d-5", "b0", "c"]);
  expect(posAfter(3, 2)).toEqual(["a-10", "b0", "d1", "c2"]);
  expect(posAfter(0, 3)).toEqual(["b0", "c", "d9", "a10"]);
  expect(posAfter(2, 0)).toEqual(["c-11", "a-10", "b0", "d9"]);
});

test("faults of rows: duplicate key, missing key, text that is no number", () => {
  const row = { ...newRow(), key: "a", text: "1" };
  const again = { ...newRow(), key: "a", text: "2" };
  expect(faultOfRow(again, [row, again])).toEqual({ at: "key", fault: "keyTaken" });
  expect(faultOfRow(row, [row, again])).toBeUndefined();
  expect(faultOfRow({ ...row, key: "" }, [])).toEqual({ at: "key", fault: "keyMissing" });
  const number = { ...row, kind: "number" as const, text: "1e999" };
  expect(faultOfRow(number, [number])).toEqual({ at: "text", fault: "noNumber" });
  expect(faultOfRow(newRow(), [])).toBeUndefined();
});

test("scanners see the group's title and the infos of both sides by pos, in the wanted language", () => {
  const group: Description = {
    title: "Line",
    data: { i18n: { de: { title: "Reihe" } } },
    verificationinfos: [
      { label: "Brand", pos: -2 },
      { label: "Last", pos: 3 },
    ],
  };
  const seen = seenOf(full, group, "de");
  expect(seen.title).toBe("Reihe");
  expect(seen.infos.map(({ label, from }) => `${from} ${label}`)).toEqual([
    "group Brand",
    "item Hergestellt",
    "item Signs",
    "group Last",
  ]);
});

test("an info without key, label and value in every language is empty, whatever its other settings", () => {
  const info = newInfo([]);
  const empty = [
    info,
    { ...info, label: " ", key: "\t", value: ["", "\n"], isList: true },
    { ...info, visible: "producer", pos: 7 },
    { ...info, texts: { de: { label: "", value: [" "] } } },
  ];
  const said = [
    { ...info, key: "seal" },
    { ...info, label: "Seal" },
    { ...info, value: ["", "red"], isList: true },
    { ...info, texts: { de: { label: "Siegel", value: [] } } },
    { ...info, texts: { de: { label: "", value: ["rot"] } } },
  ];
  expect(empty.map(isEmptyInfo)).toEqual(empty.map(() => true));
  expect(said.map(isEmptyInfo)).toEqual(said.map(() => false));
});
