import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log } from "./log";
import { orElse } from "./or-else";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that fails while it is away. */
function world() {
  const state = { isAway: false, tries: 0 };
  const call = orElse(
    "The work",
    async () => {
      state.tries++;
      if (state.isAway) throw new Error("away");
      return "shared";
    },
    async () => "alone",
  );
  return { state, call };
}

test("no call fails while the work does, and one a second tries it", async () => {
  const { state, call } = world();
  expect(await call()).toBe("shared");
  state.isAway = true;
  expect(await Promise.all(Array.from({ length: 50 }, call))).toEqual(Array(50).fill("alone"));
  state.tries = 0;
  for (let second = 1; second <= 3; second++) {
    vi.advanceTimersByTime(1_001);
    await Promise.all(Array.from({ length: 50 }, call));
    expect(state.tries).toBe(second);
  }
});

test("the work is done again once it answers, and the log tells both", async () => {
  const error = vi.spyOn(log, "error");
  const info = vi.spyOn(log, "info");
  const { state, call } = world();
  state.isAway = true;
  for (let n = 0; n < 5; n++) await call();
  state.isAway = false;
  vi.advanceTimersByTime(1_001);
  expect([await call(), await call()]).toEqual(["shared", "shared"]);
  expect(error.mock.calls).toEqual([[{ reason: "away" }, "The work does not answer; doing without"]]);
  expect(info.mock.calls).toEqual([["The work answers again"]]);
});
