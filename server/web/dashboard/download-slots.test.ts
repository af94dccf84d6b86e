import { expect, test } from "vitest";
import { takeSlot } from "./download-slots";

const REFUSED = "Too many downloads at once.";

/** Takes slots of different people until one is refused; returns how many, and releases all. */
function slotsOf(producerOf: (n: number) => string): number {
  const releases: (() => void)[] = [];
  try {
    for (let n = 0; n < 100; n++) releases.push(takeSlot({ person: `person ${n}`, producer: producerOf(n) }));
  } catch {}
  for (const release of releases) release();
  return releases.length;
}

test("a person, a producer and the process have a share of downloads at once", () => {
  const release = takeSlot({ person: "a", producer: "p" });
  takeSlot({ person: "a", producer: undefined });
  expect(() => takeSlot({ person: "a", producer: "p" })).toThrow(REFUSED);
  release();
  release();
  takeSlot({ person: "a", producer: "p" })();
  expect(slotsOf(() => "q")).toBe(4);
  expect(slotsOf((n) => `producer ${n}`)).toBe(11);
});
