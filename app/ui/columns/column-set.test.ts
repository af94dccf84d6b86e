import { describe, expect, test } from "vitest";
import { columnSet, cookieOf, keptIn, shownInFile } from "./column-set";

// Holds decision 0052: the columns of an address.

const SET = columnSet({
  list: "items",
  all: ["title", "group", "state"],
  shown: ["title", "state"],
  firstInFile: ["identifier"],
  inFile: { title: ["title"], group: ["group", "groupTitle"], state: ["title", "invalidated"] },
});
const { columns } = SET.parsers;

describe("columns in the address", () => {
  type Names = (typeof SET)["all"][number][];
  test.each<[string, Names]>([
    ["title", ["title"]],
    ["state,title", ["state", "title"]],
    ["group,group,title", ["group", "title"]],
    ["none", []],
  ])("%s keeps its order, each column once", (text, names) => {
    expect(columns.parse(text)).toEqual(names);
    expect(columns.parse(columns.serialize(names))).toEqual(names);
  });

  test.each(["", "nonsense", "title,nonsense", "toString", "title,", "none,title"])(
    "%j is unknown as a whole",
    (text) => {
      expect(columns.parse(text)).toBeNull();
    },
  );
});

test("a device without a choice, or with an unreadable one, gets the columns shown at first", () => {
  for (const cookie of [undefined, "", "nonsense", "title.state"])
    expect(keptIn(SET, cookie)).toEqual(["title", "state"]);
  expect(keptIn(SET, cookieOf(["group", "title"]))).toEqual(["group", "title"]);
  expect(keptIn(SET, cookieOf([]))).toEqual([]);
});

test("a file offers the shown columns in their order, each once, after that of the first column", () => {
  expect(shownInFile(SET, ["state", "title", "group"])).toEqual([
    "identifier",
    "title",
    "invalidated",
    "group",
    "groupTitle",
  ]);
});
