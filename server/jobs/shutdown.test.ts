import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { shutDownAll } from "./shutdown";

/** When the process ends itself, whatever is left. */
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

test("all is put away one after the other, whatever fails, and it is said why", async () => {
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

test.each([1, 2, 6])("%i that hang keep the database from nothing before the process ends", async (many) => {
  const database = vi.fn();
  const all = shutDownAll([...Array.from({ length: many }, () => hangs), database]);
  await vi.advanceTimersByTimeAsync(EXIT_AFTER_MS - 1);
  expect(database).toHaveBeenCalledTimes(1);
  await all;
});

test("requests have their 25 s, and what comes after them still some time", async () => {
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
