import { afterAll, vi } from "vitest";

// The next file of the process gets clock and functions unchanged.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
