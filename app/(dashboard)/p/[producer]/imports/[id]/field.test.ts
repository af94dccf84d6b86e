import { expect, test } from "vitest";
import { columnOf } from "@/server/domain/tables/columns";
import { columnWith, fieldOf } from "./field";

const COLUMNS = [
  "identifier",
  "title",
  "image",
  "image file",
  "group",
  "verificationinfos",
  "data:json",
  "data.colour",
  "data.weight:number",
  "data.sold:boolean",
  "data.parts:json",
  "data.a.b",
  "info.Serial",
  "title.de",
  "scans",
];

test.each(COLUMNS)("the field of the column %s leads back to it", (column) => {
  expect(columnOf("items", column)).toBeDefined();
  expect(columnWith("items", fieldOf(column))).toBe(column);
});

test("an ignored column has no name, and groups have ids", () => {
  expect(columnWith("items", fieldOf(null))).toBeNull();
  expect(columnWith("groups", fieldOf("ID"))).toBe("id");
});
