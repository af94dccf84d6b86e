import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { shutDownAll } from "./shutdown";

/** The time after which the process ends itself in any case. */
const EXIT_AFTER_MS = 29_000;

let said: string;

beforeEach(() => {
  said = "";
  vi.useFakeTimers();
  const write = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    said += String(text);
    return true;
  });
  onTestFinished(() => {
    write.mockRestore();
    vi.useRealTimers();
  });
});

const hangs = () => new Promise<void>(() => {});

test("all steps run one after the other, even if one fails, and failures are printed", async () => {
  const order: string[] = [];
  await shutDownAll([
    async () => void order.push("requests"),
    () => Promise.reject(new Error("the sweep broke")),
    () => {
      throw new Error("no map worker");
    },
    async () => {
      await Promise.resolve();
      order.push("runtime");
    },
    () => void order.push("database"),
  ]);
  expect(order).toEqual(["requests", "runtime", "database"]);
  expect(said).toContain("the sweep broke");
  expect(said).toContain("no map worker");
});

test.each([1, 2, 6])(
  "with %i hanging steps the database still closes before the process ends",
  async (many) => {
    const database = vi.fn();
    const all = shutDownAll([...Array.from({ length: many }, () => hangs), database]);
    await vi.advanceTimersByTimeAsync(EXIT_AFTER_MS - 1);
    expect(database).toHaveBeenCalledTimes(1);
    await all;
  },
);

test("requests have their 25 s, and later steps still have time", async () => {
  const done: string[] = [];
  const takes = (ms: number, what: string) => () =>
    new Promise<void>((resolve) => {
      setTimeout(() => {
        done.push(what);
        resolve();
      }, ms);
    });
  const all = shutDownAll([takes(25_000, "requests"), hangs, takes(300, "runtime"), takes(300, "database")]);
  await vi.advanceTimersByTimeAsync(EXIT_AFTER_MS - 1);
  await all;
  expect(done).toEqual(["requests", "runtime", "database"]);
});
