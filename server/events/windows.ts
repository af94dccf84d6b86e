import { LRUCache } from "lru-cache";

/** How many tries of one hook may be under way at once: few at first, more with each success. */
const FIRST = 2;
const MOST = 32;
/** A try that takes longer moves to the slow lane; until it ends, its hook gets no other. */
const SLOW_AFTER_MS = 1000;
/** Tries that are young, and tries that are slow: apart, so that hanging receivers delay nobody else. */
const FAST_PLACES = 256;
const SLOW_PLACES = 512;

const MOST_REMEMBERED = 10_000;

/** Of a hook whose window is fully open, so many times more are claimed than it has places, and wait for one here. */
const AHEAD = 4;

interface HookWindow {
  size: number;
  underWay: number;
  slow: number;
  /** What starts those that wait for a place, the oldest first. */
  waiting: (() => void)[];
}

const held = ({ underWay, waiting }: HookWindow) => underWay + waiting.length;

const mayHold = ({ size, slow }: HookWindow) => (slow > 0 ? 0 : size === MOST ? size * AHEAD : size);

/** What one process has under way, by hook. */
export interface Windows {
  /**
   * Runs a try in a place of its hook, once there is one; `isSuccess` of its outcome widens the hook's window. Nothing
   * comes of a try that is not made after all.
   */
  run<T extends { isSuccess: boolean } | undefined>(hookId: string, work: () => Promise<T>): Promise<T>;
  /** How many more may be claimed: altogether, of a hook of which nothing is held, and of the others. */
  places(): { most: number; ofUnknown: number; ofHooks: Map<string, number> };
}

/** Keeps count of what is under way; `onFree` is called when it is time to claim more. */
export function openWindows(onFree: () => void): Windows {
  const hooks = new LRUCache<string, HookWindow>({ max: MOST_REMEMBERED });
  let fast = 0;
  let slow = 0;

  function windowOf(hookId: string): HookWindow {
    let window = hooks.get(hookId);
    if (!window) {
      window = { size: FIRST, underWay: 0, slow: 0, waiting: [] };
      hooks.set(hookId, window);
    }
    return window;
  }

  function enter(window: HookWindow): Promise<void> | undefined {
    if (window.underWay < window.size) {
      window.underWay++;
      return undefined;
    }
    return new Promise((resolve) => window.waiting.push(resolve));
  }

  function leave(window: HookWindow, wasCrowded: boolean) {
    window.underWay--;
    while (window.underWay < window.size && window.waiting.length > 0) {
      window.underWay++;
      window.waiting.shift()?.();
    }
    if (wasCrowded || held(window) * 2 <= mayHold(window)) onFree();
  }

  return {
    async run(hookId, work) {
      const window = windowOf(hookId);
      const turn = enter(window);
      if (turn) await turn;
      fast++;
      let isSlow = false;
      const timer = setTimeout(() => {
        if (slow >= SLOW_PLACES) return;
        isSlow = true;
        window.slow++;
        fast--;
        slow++;
        onFree();
      }, SLOW_AFTER_MS);
      try {
        const outcome = await work();
        if (outcome) window.size = outcome.isSuccess ? Math.min(MOST, window.size * 2) : FIRST;
        return outcome;
      } finally {
        clearTimeout(timer);
        const wasCrowded = isSlow || fast >= FAST_PLACES;
        if (isSlow) {
          window.slow--;
          slow--;
        } else fast--;
        leave(window, wasCrowded);
      }
    },
    places() {
      const ofHooks = new Map<string, number>();
      for (const [hookId, window] of hooks) {
        ofHooks.set(hookId, Math.max(0, mayHold(window) - held(window)));
      }
      return { most: FAST_PLACES - fast, ofUnknown: FIRST, ofHooks };
    },
  };
}
