import { expect, test } from "vitest";
import { DEFAULT_STYLE } from "./label";
import { cornerOf, cutMarks, fitted, type Layout } from "./layout";
import { rollGrid, sheetGrid } from "./stock";

const LAYOUT: Layout = { grid: sheetGrid("L7160"), style: DEFAULT_STYLE };
const CONTENT = { payload: "https://assay.example/v/ACME-000001", lines: ["ACME-000001"] };

test("a layout tells labels per page, pages, the smallest module and warnings", () => {
  const longer = { ...CONTENT, payload: CONTENT.payload.repeat(3) };
  expect(fitted(LAYOUT, [CONTENT, longer], 100)).toMatchObject({ labelsPerPage: 21, pages: 5, warnings: [] });
  expect(fitted(LAYOUT, [CONTENT, longer]).moduleMm).toBe(fitted(LAYOUT, [longer]).moduleMm);
  expect(fitted({ ...LAYOUT, skip: 6 }, [CONTENT], 100).pages).toBe(6);
});

test("labels fill rows, then pages, moved by the offset", () => {
  const moved = { ...LAYOUT, offset: { x: 0.5, y: -1 } };
  expect(cornerOf(moved, 0)).toEqual({ x: 7.71, y: 14.15 });
  expect(cornerOf(LAYOUT, 4)).toEqual({ x: 7.21 + 66.04, y: 15.15 + 38.1 });
  expect(cornerOf(LAYOUT, 21)).toEqual(cornerOf(LAYOUT, 0));
});

test("cut marks stay off the labels", () => {
  const { grid } = LAYOUT;
  const right = grid.left + 2 * grid.pitchX + grid.width;
  const bottom = grid.top + 6 * grid.pitchY + grid.height;
  for (const [x1, y1, x2, y2] of cutMarks(LAYOUT)) {
    const isOutside =
      Math.max(x1, x2) < grid.left ||
      Math.min(x1, x2) > right ||
      Math.max(y1, y2) < grid.top ||
      Math.min(y1, y2) > bottom;
    expect(isOutside).toBe(true);
  }
});

test("a roll has one row a page", () => {
  const grid = rollGrid({ across: 2, width: 50, height: 25, gap: 3, edge: 1 });
  expect(fitted({ grid, style: DEFAULT_STYLE }, [CONTENT], 5)).toMatchObject({ labelsPerPage: 2, pages: 3 });
});
