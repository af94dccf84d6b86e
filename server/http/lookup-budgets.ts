import { LRUCache } from "lru-cache";

export const WINDOW_MS = 60_000;
/** Above this number, the least recently used budgets are dropped. */
const MAX_BUDGETS = 100_000;
const MAX_WAITING = 1_000;
/** A longer lookup, such as one that makes a picture, no longer delays other lookups. */
export const SLOW_LOOKUP_MS = 1_000;

interface Budget {
  unknown: number;
  endsAt: number;
  inFlight: number;
  waiting: (() => void)[];
}

/** A lookup under way, to be left; or the milliseconds until the budget covers another one. */
export type Entry = { id: number } | { refusedForMs: number };

/** Budgets for unknown identifiers, each of `max` in a minute. Lookups run in parallel as far as the remaining budget goes. */
export function openBudgets() {
  const budgets = new LRUCache<string, Budget>({ max: MAX_BUDGETS });
  const inFlight = new Map<number, () => void>();
  let entries = 0;

  function budgetOf(key: string): Budget {
    const budget = budgets.get(key) ?? { unknown: 0, endsAt: 0, inFlight: 0, waiting: [] };
    budgets.set(key, budget);
    return budget;
  }

  /** Wakes as many waiting lookups as the budget covers; all of them once it is spent, so that they are refused. */
  function wake(budget: Budget, max: number) {
    const free = budget.unknown >= max ? budget.waiting.length : max - budget.unknown - budget.inFlight;
    for (const go of budget.waiting.splice(0, Math.max(0, free))) go();
  }

  return {
    /** Enters a lookup as soon as the budget covers it. */
    async enter(key: string, max: number): Promise<Entry> {
      const budget = budgetOf(key);
      for (;;) {
        if (Date.now() >= budget.endsAt) budget.unknown = 0;
        if (budget.unknown >= max || budget.waiting.length >= MAX_WAITING)
          return { refusedForMs: budget.endsAt - Date.now() };
        if (budget.unknown + budget.inFlight < max) break;
        await new Promise<void>((go) => budget.waiting.push(go));
      }
      const id = ++entries;
      budget.inFlight++;
      const leave = () => {
        if (!inFlight.delete(id)) return;
        clearTimeout(timer);
        budget.inFlight--;
        wake(budget, max);
      };
      // Also where the worker that looks up has died.
      const timer = setTimeout(leave, SLOW_LOOKUP_MS);
      inFlight.set(id, leave);
      return { id };
    },
    /** Leaves a lookup. An unknown identifier counts. */
    leave(id: number, key: string, isUnknown: boolean): void {
      const budget = budgetOf(key);
      if (isUnknown && budget.unknown++ === 0) budget.endsAt = Date.now() + WINDOW_MS;
      inFlight.get(id)?.();
    },
  };
}
