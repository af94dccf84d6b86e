import { expect, test } from "vitest";
import grids from "./grids.json" with { type: "json" };
import { checkedGrid, paperGrid, rollGrid, SHEETS, sheetGrid, singleGrid } from "./stock";

const numbers = grids.flatMap((grid) => grid.numbers);

test("at least 24 grids are known, each number once", () => {
  expect(grids.length).toBeGreaterThanOrEqual(24);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(SHEETS).toHaveLength(grids.length);
});

test.each(numbers)("%s: labels fit the page and do not overlap", (number) => {
  const grid = sheetGrid(number);
  expect(checkedGrid(grid)).toBe(grid);
  const right = grid.left + (grid.columns - 1) * grid.pitchX + grid.width;
  const bottom = grid.top + (grid.rows - 1) * grid.pitchY + grid.height;
  // Die-cut sheets have the same margin on opposite sides.
  expect(grid.page.width - right).toBeCloseTo(grid.left, 1);
  expect(grid.page.height - bottom).toBeCloseTo(grid.top, 1);
});

test.each([
  ["L4731", 189],
  ["L7651", 65],
  ["L7160", 21],
  ["L7163", 14],
  ["3474", 24],
  ["5160", 30],
  ["5163", 10],
  ["5167", 80],
])("%s has %i labels", (number, labels) => {
  const { columns, rows } = sheetGrid(number);
  expect(columns * rows).toBe(labels);
});

test("paper holds as many labels as fit between its margins", () => {
  const grid = paperGrid("a4", { width: 50, height: 30, margin: 10, gap: 2 });
  expect(grid).toMatchObject({ columns: 3, rows: 8, left: 28, top: 21.5 });
  expect(() => paperGrid("a4", { width: 250, height: 30, margin: 10, gap: 2 })).toThrow(
    "do not fit the page",
  );
});

test("single labels and rolls have pages of their size", () => {
  expect(singleGrid(50, 25)).toMatchObject({ page: { width: 50, height: 25 }, columns: 1, rows: 1 });
  const roll = rollGrid({ across: 3, width: 30, height: 20, gap: 2, edge: 1.5 });
  expect(roll).toMatchObject({ page: { width: 97, height: 20 }, columns: 3, rows: 1, left: 1.5, pitchX: 32 });
});

test("unknown sheets and overlapping labels are refused", () => {
  expect(() => sheetGrid("L0000")).toThrow("no label sheet L0000");
  expect(() => checkedGrid({ ...sheetGrid("L7160"), pitchX: 60 })).toThrow("do not fit");
});
