import { expect, test } from "vitest";
import { poolsOfProcess } from "@/db/client";
import { minConnections, sizeOf } from "./instance-size";

// Holds decision 0063.

const GIB = 1024 ** 3;
const machine = (cores: number, memoryGiB = 64) => ({ cores, memoryBytes: memoryGiB * GIB });
const OWN = "postgres://db.example/assay";

test.each([
  ["a worker for each core but that of the database", {}, machine(5), { workers: 4, connections: 107 }],
  ["one on two cores", {}, machine(2), { workers: 1, connections: 47 }],
  ["eight at most", {}, machine(32), { workers: 8, connections: 187 }],
  ["no more than memory allows", {}, machine(8, 2), { workers: 2, connections: 67 }],
  ["one on the smallest machine", {}, machine(2, 0.5), { workers: 1, connections: 47 }],
  [
    "a database of others gives 47 connections",
    { DATABASE_URL: OWN },
    machine(8),
    { workers: 2, connections: 47 },
  ],
  [
    "as many as the given connections allow",
    { DATABASE_URL: OWN, DATABASE_CONNECTIONS: 90 },
    machine(8),
    { workers: 5, connections: 90 },
  ],
  [
    "the fewest connections are one worker's",
    { DATABASE_CONNECTIONS: 27 },
    machine(8),
    { workers: 1, connections: 27 },
  ],
  [
    "as set, whatever the machine",
    { WORKERS: 3, DATABASE_URL: OWN },
    machine(1, 1),
    { workers: 3, connections: 87 },
  ],
])("%s", (_, settings, on, size) => {
  expect(sizeOf(settings, on)).toEqual(size);
});

test("an instance never opens more connections than it has, and no pool of callers is empty", () => {
  for (let workers = 1; workers <= 64; workers++) {
    for (const connections of [minConnections(workers), minConnections(workers) + 40]) {
      const { callers, own, batchClient, copyClient } = poolsOfProcess(connections, workers);
      const ofEach = 2 * callers + own + batchClient + copyClient + 2;
      expect(callers).toBeGreaterThanOrEqual(2);
      expect(workers * ofEach + 12).toBeLessThanOrEqual(connections);
    }
  }
});
