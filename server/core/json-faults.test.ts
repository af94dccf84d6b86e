import { beforeEach, expect, test, vi } from "vitest";
import { faultsOf, pointerTo } from "@/server/core/errors";
import { faultsOfJson } from "./json-faults";

vi.mock("@/server/core/errors", async (original) => {
  const errors = await original<typeof import("@/server/core/errors")>();
  return { ...errors, faultsOf: vi.fn(errors.faultsOf), pointerTo: vi.fn(errors.pointerTo) };
});

const VALUES = 50_000;
const DEPTH = 20;

beforeEach(() => {
  vi.clearAllMocks();
});

/** Counts built pointers, and their steps by the calls that escape `~`, whichever function builds them. */
function pointersBuilt(work: () => void) {
  const replaceAll = vi.spyOn(String.prototype, "replaceAll");
  try {
    work();
    const escaped = replaceAll.mock.calls.filter(([searched]) => searched === "~");
    return {
      pointers: vi.mocked(faultsOf).mock.calls.length + vi.mocked(pointerTo).mock.calls.length,
      steps: escaped.length,
    };
  } finally {
    replaceAll.mockRestore();
  }
}

/** A value at the end of a path of `DEPTH` keys. */
function deep(value: unknown): unknown {
  let nested = value;
  for (let depth = 0; depth < DEPTH; depth++) nested = { "a/b": nested };
  return nested;
}

const body = (last: unknown) => [
  ...Array.from({ length: VALUES }, (_, n) => (n % 2 === 0 ? n : `text ${n}`)),
  deep(last),
];

test("a body of 50,000 values without a fault builds no pointer", () => {
  const faultless = body("fine");
  expect(pointersBuilt(() => expect(faultsOfJson(faultless)).toEqual([]))).toEqual({ pointers: 0, steps: 0 });
});

test("a body of 50,000 values with one deep fault builds only that fault's pointer", () => {
  const faulty = body("\0");
  const pointer = `/${VALUES}${"/a~1b".repeat(DEPTH)}`;
  expect(
    pointersBuilt(() =>
      expect(faultsOfJson(faulty)).toEqual([{ pointer, message: "must not contain a NUL character" }]),
    ),
  ).toEqual({ pointers: 1, steps: DEPTH + 1 });
});
