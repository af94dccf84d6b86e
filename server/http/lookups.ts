import { LRUCache } from "lru-cache";
import type { Caller } from "@/server/core/caller";
import { AppError, tooManyRequests } from "@/server/core/errors";
import { env } from "@/server/platform/env";
import { networkOf } from "./address";

/*
 * Identifiers must not be found by trying (decision 0037). Lookups that find their item cost nothing; of those that find
 * none, a network and a token have a budget, whichever call they make. Once it is spent, nothing more is looked up for
 * them. As many lookups are under way at once as the budget could still pay for, and others wait: so a thousand at once
 * find out no more than one after another.
 */
const WINDOW_MS = 60_000;
const MAX_UNKNOWN_OF_NETWORK = 20;
/** A token's owner is known, and an import asks which of its items are there. */
const MAX_UNKNOWN_OF_TOKEN = 600;
/** Beyond, the least recently used are forgotten. */
const MAX_BUDGETS = 100_000;
const MAX_WAITING = 1_000;
/** Others wait no longer for a lookup that takes long, as one whose picture has to be made. */
const HELD_UP_MS = 1_000;

interface Budget {
  unknown: number;
  endsAt: number;
  underWay: number;
  waiting: (() => void)[];
}

declare global {
  var assayLookups: LRUCache<string, Budget> | undefined;
}

/** On `globalThis`, since Next and the HTTP front are bundled apart. */
function budgetOf(key: string): Budget {
  globalThis.assayLookups ??= new LRUCache({ max: MAX_BUDGETS });
  const known = globalThis.assayLookups.get(key);
  if (known) return known;
  const budget: Budget = { unknown: 0, endsAt: 0, underWay: 0, waiting: [] };
  globalThis.assayLookups.set(key, budget);
  return budget;
}

/** Who looks up: a token, wherever it is used, or else a network. */
interface Asker {
  caller: Caller;
  address: string | undefined;
}

const isUnknown = (thrown: unknown) => thrown instanceof AppError && thrown.code === "item-not-found";

/** Lets the next ones go that the budget allows; all of them once it is spent, to be refused. */
function wake(budget: Budget, max: number): void {
  const free = budget.unknown >= max ? budget.waiting.length : max - budget.unknown - budget.underWay;
  for (const go of budget.waiting.splice(0, Math.max(0, free))) go();
}

/**
 * Does work that looks for one item, and counts it where there is none: where it throws `item-not-found`, or `found` says so.
 * @throws 429 for a network or a token that has asked for too many unknown identifiers within a minute.
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
      const whose = isToken ? "of this token" : "from this address";
      throw tooManyRequests(`Too many unknown identifiers ${whose}.`, (budget.endsAt - Date.now()) / 1000);
    }
    if (budget.unknown + budget.underWay < max) break;
    await new Promise<void>((go) => budget.waiting.push(go));
  }
  let isUnderWay = true;
  const leave = () => {
    if (!isUnderWay) return;
    isUnderWay = false;
    budget.underWay--;
    wake(budget, max);
  };
  budget.underWay++;
  const timer = setTimeout(leave, HELD_UP_MS);
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
