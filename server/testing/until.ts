import { vi } from "vitest";

/** Wait until the check no longer throws, as long as a test may take: a busy machine is slow, not broken. */
export const until = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 50_000 });
