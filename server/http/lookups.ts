import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { Caller } from "@/server/core/caller";
import { AppError } from "@/server/core/errors";
import { tooManyRequests } from "@/server/data/too-many-requests";
import { env } from "@/server/platform/env";
import { orElse } from "@/server/platform/or-else";
import { type Budget, redisCounter } from "@/server/platform/redis-counter";
import { askPrimary, worker } from "@/server/platform/worker";
import { networkOf } from "./address";
import { type Entry, openBudgets, SLOW_LOOKUP_MS, WINDOW_MS } from "./lookup-budgets";

/*
 * Identifiers must not be guessable by trying (decision 0037). Lookups that find an item are free. Each network and each
 * token has one budget for unknown identifiers, over all calls; once it is spent, its lookups are refused. Only as many
 * lookups run in parallel as the remaining budget covers, so that a thousand at once reveal no more than one by one.
 */
const MAX_UNKNOWN_OF_NETWORK = 20;
/** The owner of a token is known, and an import checks which of its items exist. */
const MAX_UNKNOWN_OF_TOKEN = 600;
/** A lookup that waits longer for others has no time left for its answer. */
const MAX_WAIT_MS = 4_800;
/** Of lookups that wait for those of other instances; those of one instance wait for each other in its memory. */
const POLL_INTERVAL_MS = 20;

declare global {
  var assayLookups: ReturnType<typeof openBudgets> | undefined;
}

/** On `globalThis`, since Next and the HTTP front are separate bundles. */
function budgets() {
  globalThis.assayLookups ??= openBudgets();
  return globalThis.assayLookups;
}

const ToEnter = z.tuple([z.string(), z.number()]);
const ToLeave = z.tuple([z.number(), z.string(), z.boolean()]);
const Entered = z.union([z.object({ id: z.number() }), z.object({ refusedForMs: z.number() })]);

/** Enters and leaves a lookup of a worker, in its primary. */
export const enterForWorker = (given: unknown): Promise<Entry> => budgets().enter(...ToEnter.parse(given));
export const leaveForWorker = (given: unknown): void => budgets().leave(...ToLeave.parse(given));

/** A lookup that has begun, or the milliseconds until one may begin. */
type Begun = { end(isUnknown: boolean): void } | { refusedForMs: number };

async function beginHere(key: string, max: number): Promise<Begun> {
  const entry = await budgets().enter(key, max);
  return "id" in entry ? { end: (isUnknown) => budgets().leave(entry.id, key, isUnknown) } : entry;
}

async function beginAtPrimary(key: string, max: number): Promise<Begun> {
  const entry = Entered.parse(await askPrimary("enterLookup", [key, max], MAX_WAIT_MS));
  if (!("id" in entry)) return entry;
  // Not awaited: the primary receives it before the next lookup of this worker.
  return { end: (isUnknown) => void askPrimary("leaveLookup", [entry.id, key, isUnknown]).catch(() => {}) };
}

const beginOnMachine = worker
  ? orElse("the primary, which counts unknown identifiers,", beginAtPrimary, beginHere)
  : beginHere;

/** Reserves a lookup in the budget of all instances. */
async function reserve(key: string, max: number): Promise<Begun> {
  const budget: Budget = { name: "unknown identifiers", max, windowMs: WINDOW_MS, holdMs: SLOW_LOOKUP_MS };
  const id = randomUUID();
  for (const deadline = performance.now() + MAX_WAIT_MS; performance.now() < deadline; ) {
    const reserved = await redisCounter().reserve(budget, key, id);
    if (reserved === "reserved")
      return {
        end: (isUnknown) =>
          void redisCounter()
            .release(budget, key, id, isUnknown)
            .catch(() => {}),
      };
    if (reserved !== "wait") return reserved;
    await delay(POLL_INTERVAL_MS);
  }
  return { refusedForMs: SLOW_LOOKUP_MS };
}

const reserveOrCountHere = orElse("Redis, which counts unknown identifiers,", reserve, async () => undefined);

/** Begins a lookup on this machine, whose lookups wait for each other there, and then among those of all machines. */
async function beginEverywhere(key: string, max: number): Promise<Begun> {
  const here = await beginOnMachine(key, max);
  if ("refusedForMs" in here) return here;
  const shared = await reserveOrCountHere(key, max);
  if (shared === undefined) return here;
  if ("refusedForMs" in shared) {
    here.end(false);
    return shared;
  }
  return {
    end(isUnknown) {
      here.end(false);
      shared.end(isUnknown);
    },
  };
}

const begin = env.REDIS_URL ? beginEverywhere : beginOnMachine;

/** The origin of a lookup: a token, or else the network of an address. */
interface Asker {
  caller: Caller;
  address: string | undefined;
}

const isUnknown = (thrown: unknown) => thrown instanceof AppError && thrown.code === "item-not-found";

/**
 * Runs work that looks up one item. Counts an unknown identifier if the work throws `item-not-found` or `found` is false.
 * @throws 429 after too many unknown identifiers of the network or token within a minute
 */
export async function lookUp<T>(
  { caller, address }: Asker,
  work: () => Promise<T>,
  found: (outcome: T) => boolean = () => true,
): Promise<T> {
  const isToken = caller.kind === "producer";
  if (env.RATE_LIMITS === "off" || (!isToken && address === undefined)) return work();
  const max = isToken ? MAX_UNKNOWN_OF_TOKEN : MAX_UNKNOWN_OF_NETWORK;
  const lookup = await begin(isToken ? caller.actor.id : networkOf(address ?? ""), max);
  if ("refusedForMs" in lookup) {
    const origin = isToken ? "of this token" : "from this address";
    throw tooManyRequests(
      "unknown identifiers",
      `Too many unknown identifiers ${origin}.`,
      lookup.refusedForMs / 1000,
    );
  }
  let wasUnknown = false;
  try {
    const outcome = await work();
    wasUnknown = !found(outcome);
    return outcome;
  } catch (thrown) {
    wasUnknown = isUnknown(thrown);
    throw thrown;
  } finally {
    lookup.end(wasUnknown);
  }
}
