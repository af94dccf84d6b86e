import { availableParallelism, totalmem } from "node:os";

const MAX_DEFAULT_WORKERS = 8;
/** A worker takes some 250 MiB, the primary 120 MiB, and Postgres and the system need memory too. */
const MEMORY_OF_WORKER_BYTES = 768 * 1024 * 1024;

/** Connections of an instance with one worker, and with each further one. */
const DEFAULT_CONNECTIONS = { first: 47, further: 20 };
const MIN_CONNECTIONS = { first: 27, further: 15 };

/** The fewest database connections with which an instance of so many workers works. */
export const minConnections = (workers: number): number =>
  MIN_CONNECTIONS.first + MIN_CONNECTIONS.further * (workers - 1);

/** The settings that decide the size of an instance; undefined where they are not set. */
interface Settings {
  WORKERS?: number | undefined;
  DATABASE_CONNECTIONS?: number | undefined;
  DATABASE_URL?: string | undefined;
}

export interface InstanceSize {
  workers: number;
  /** Database connections, of all workers together. */
  connections: number;
}

export interface Machine {
  cores: number;
  memoryBytes: number;
}

/** This machine, or the limits of its container. */
export const thisMachine = (): Machine => ({
  cores: availableParallelism(),
  memoryBytes: Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
});

/**
 * The workers and connections of an instance: as set; else a worker for each core but the one that the embedded database
 * needs, as far as memory goes and, on a database of others, as far as the connections go that an instance takes from it.
 */
export function sizeOf(
  { WORKERS, DATABASE_CONNECTIONS, DATABASE_URL }: Settings,
  machine: Machine,
): InstanceSize {
  const connectionsFor = (workers: number) =>
    DATABASE_CONNECTIONS ?? DEFAULT_CONNECTIONS.first + DEFAULT_CONNECTIONS.further * (workers - 1);
  if (WORKERS !== undefined) return { workers: WORKERS, connections: connectionsFor(WORKERS) };
  const fitting = Math.min(
    DATABASE_URL === undefined ? machine.cores - 1 : machine.cores,
    MAX_DEFAULT_WORKERS,
    Math.floor(machine.memoryBytes / MEMORY_OF_WORKER_BYTES),
  );
  const given = DATABASE_CONNECTIONS ?? (DATABASE_URL === undefined ? undefined : DEFAULT_CONNECTIONS.first);
  const connected =
    given === undefined ? fitting : 1 + Math.floor((given - MIN_CONNECTIONS.first) / MIN_CONNECTIONS.further);
  const workers = Math.max(1, Math.min(fitting, connected));
  return { workers, connections: given ?? connectionsFor(workers) };
}
