import fc from "fast-check";
import { expect, test } from "vitest";
import { DEFAULT_STYLE, type Drawing, drawLabel, type Label } from "./label";
import { MIN_QUIET_ZONE_MODULES, SYMBOL_KINDS } from "./symbol";

const LABEL: Label = {
  payload: "https://assay.example/v/ACME-TOTE-000001-7ZK3W9Q0M2XAB",
  lines: ["Atlas Handbag Cognac", "ACME-TOTE-000001-7ZK3W9Q0M2XAB"],
  width: 63.5,
  height: 38.1,
  style: DEFAULT_STYLE,
};
const SLACK = 1e-6;

/** The symbol's box with its quiet zone; bars need none above and below. */
function quietBox({ x, y, modules, moduleMm, rowMm }: Drawing, quiet: number, isLinear: boolean) {
  const side = quiet * moduleMm;
  const above = isLinear ? 0 : side;
  return {
    left: x - side,
    right: x + modules.columns * moduleMm + side,
    top: y - above,
    bottom: y + modules.rows * rowMm + above,
  };
}

test("quiet zone and text stay inside the label and never overlap", () => {
  const mm = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  const style = fc.record({ symbol: fc.constantFrom(...SYMBOL_KINDS), margin: mm(0, 5), gap: mm(0, 5) });
  let drawn = 0;
  fc.assert(
    fc.property(
      fc.record({ width: mm(8, 150), height: mm(8, 150) }),
      style,
      fc.array(fc.string({ unit: "binary-ascii", maxLength: 40 }), { maxLength: 4 }),
      fc.string({ unit: fc.constantFrom(..."ABC0123-"), minLength: 1, maxLength: 60 }),
      (size, own, lines, payload) => {
        let drawing: Drawing;
        try {
          drawing = drawLabel({ ...size, payload, lines, style: { ...DEFAULT_STYLE, ...own } });
        } catch (error) {
          expect(error).toMatchObject({ code: "too-small" });
          return;
        }
        drawn += 1;
        const box = quietBox(drawing, MIN_QUIET_ZONE_MODULES[own.symbol], own.symbol === "code-128");
        expect(Math.min(box.left, box.top)).toBeGreaterThanOrEqual(-SLACK);
        expect(box.right).toBeLessThanOrEqual(size.width + SLACK);
        expect(box.bottom).toBeLessThanOrEqual(size.height + SLACK);
        for (const { x, baseline, size: font, width } of drawing.rows) {
          const beside = x >= box.right - SLACK;
          const below = baseline - 0.7275 * font >= box.bottom - SLACK;
          expect(beside || below).toBe(true);
          expect(x + width).toBeLessThanOrEqual(size.width + SLACK);
          expect(baseline + 0.2 * font).toBeLessThanOrEqual(size.height + SLACK);
        }
      },
    ),
    { numRuns: 400 },
  );
  expect(drawn).toBeGreaterThan(150);
});

test("wide labels have their text beside the symbol, others below", () => {
  const wide = drawLabel(LABEL);
  expect(wide.rows.every(({ x }) => x > wide.x + wide.modules.columns * wide.moduleMm)).toBe(true);
  const square = drawLabel({ ...LABEL, width: 50, height: 50 });
  expect(
    square.rows.every(({ baseline }) => baseline > square.y + square.modules.rows * square.moduleMm),
  ).toBe(true);
});

test("modules below GS1's minimum are a warning, unprintable ones a fault", () => {
  expect(drawLabel(LABEL).warnings).toEqual([]);
  expect(drawLabel({ ...LABEL, width: 25.4, height: 10 }).warnings).toContain("module-below-gs1");
  const tiny = { ...LABEL, width: 12, height: 6 };
  expect(() => drawLabel(tiny)).toThrow(expect.objectContaining({ code: "too-small" }));
  const bars = {
    ...LABEL,
    payload: "A".repeat(200),
    style: { ...DEFAULT_STYLE, symbol: "code-128" as const },
  };
  expect(() => drawLabel(bars)).toThrow(expect.objectContaining({ code: "too-small" }));
});

test("cut and replaced text are warnings", () => {
  const lines = ["鞄 Atlas", "A long line of text. ".repeat(20)];
  expect(drawLabel({ ...LABEL, lines, height: 15 }).warnings).toEqual(
    expect.arrayContaining(["text-cut", "character-replaced"]),
  );
});

test("the quiet zone can grow and not shrink below the symbology's", () => {
  const withQuiet = (quietZoneModules: number) =>
    drawLabel({ ...LABEL, style: { ...DEFAULT_STYLE, quietZoneModules } });
  expect(withQuiet(8).moduleMm).toBeLessThan(withQuiet(4).moduleMm);
  expect(() => withQuiet(3)).toThrow(expect.objectContaining({ code: "quiet-zone" }));
});

test.each(SYMBOL_KINDS)("with dpi, modules and places of a %s symbol are whole dots", (symbol) => {
  const dpi = 203;
  const style = { ...DEFAULT_STYLE, symbol, dpi };
  const { x, moduleMm } = drawLabel({ ...LABEL, payload: "ACME-000001", style });
  for (const dots of [(x * dpi) / 25.4, (moduleMm * dpi) / 25.4])
    expect(dots).toBeCloseTo(Math.round(dots), 6);
});
