import { expect, test } from "vitest";
import { PATTERNS } from "./sound";

test("each state sounds and vibrates in its own way", () => {
  const rhythms = Object.values(PATTERNS).map(({ tones }) => JSON.stringify(tones.map(([, start]) => start)));
  const pitches = Object.values(PATTERNS).map(({ tones }) => JSON.stringify(tones.map(([hertz]) => hertz)));
  const vibrations = Object.values(PATTERNS).map(({ vibration }) => JSON.stringify(vibration));
  for (const one of [rhythms, pitches, vibrations]) expect(new Set(one).size).toBe(one.length);
});
