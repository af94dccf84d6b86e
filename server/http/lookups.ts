import { LRUCache } from "lru-cache";
import type { Caller } from "@/server/core/caller";
import { AppError } from "@/server/core/errors";
import { tooManyRequests } from "@/server/data/too-many-requests";
import { env } from "@/server/platform/env";
import { networkOf } from "./address";

/*
 * Identifiers must not be guessable by trying (decision 0037). Lookups that find an item are free. Each network and each
 * token has one budget for unknown identifiers, over all calls; once it is spent, its lookups are refused. Only as many
 * lookups run in parallel as the remaining budget covers, so that a thousand at once reveal no more than one by one.
 */
const WINDOW_MS = 60_000;
const MAX_UNKNOWN_OF_NETWORK = 20;
/** The owner of a token is known, and an import checks which of its items exist. */
const MAX_UNKNOWN_OF_TOKEN = 600;
/** Above this number, the least recently used budgets are dropped. */
const MAX_BUDGETS = 100_000;
const MAX_WAITING = 1_000;
/** A longer lookup, such as one that makes a picture, no longer delays other lookups. */
const SLOW_LOOKUP_MS = 1_000;

interface Budget {
  unknown: number;
  endsAt: number;
  inFlight: number;
  waiting: (() => void)[];
}

declare global {
  var assayLookups: LRUCache<string, Budget> | undefined;
}

/** On `globalThis`, since Next and the HTTP front are separate bundles. */
function budgetOf(key: string): Budget {
  globalThis.assayLookups ??= new LRUCache({ max: MAX_BUDGETS });
  const known = globalThis.assayLookups.get(key);
  if (known) return known;
  const budget: Budget = { unknown: 0, endsAt: 0, inFlight: 0, waiting: [] };
  globalThis.assayLookups.set(key, budget);
  return budget;
}

/** The origin of a lookup: a token, or else the network of an address. */
interface Asker {
  caller: Caller;
  address: string | undefined;
}

const isUnknown = (thrown: unknown) => thrown instanceof AppError && thrown.code === "item-not-found";

/** Wakes as many waiting lookups as the budget covers; all of them once it is spent, so that they are refused. */
function wake(budget: Budget, max: number): void {
  const free = budget.unknown >= max ? budget.waiting.length : max - budget.unknown - budget.inFlight;
  for (const go of budget.waiting.splice(0, Math.max(0, free))) go();
}

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
  const budget = budgetOf(isToken ? caller.actor.id : networkOf(address ?? ""));
  const count = () => {
    if (budget.unknown++ === 0) budget.endsAt = Date.now() + WINDOW_MS;
  };

  for (;;) {
    if (Date.now() >= budget.endsAt) budget.unknown = 0;
    if (budget.unknown >= max || budget.waiting.length >= MAX_WAITING) {
      const origin = isToken ? "of this token" : "from this address";
      throw tooManyRequests(
        "unknown identifiers",
        `Too many unknown identifiers ${origin}.`,
        (budget.endsAt - Date.now()) / 1000,
      );
    }
    if (budget.unknown + budget.inFlight < max) break;
    await new Promise<void>((go) => budget.waiting.push(go));
  }
  let isInFlight = true;
  const leave = () => {
    if (!isInFlight) return;
    isInFlight = false;
    budget.inFlight--;
    wake(budget, max);
  };
  budget.inFlight++;
  const timer = setTimeout(leave, SLOW_LOOKUP_MS);
  try {
    const outcome = await work();
    if (!found(outcome)) count();
    return outcome;
  } catch (thrown) {
    if (isUnknown(thrown)) count();
    throw thrown;
  } finally {
    clearTimeout(timer);
    leave();
  }
}
