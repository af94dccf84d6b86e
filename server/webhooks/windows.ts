import { LRUCache } from "lru-cache";

/** How many tries of one hook may be under way at once: few at first, more with each success. */
const FIRST = 2;
const MAX_SLOTS = 32;
/** A try that takes longer moves to the slow lane; until it ends, its hook gets no other. */
const SLOW_AFTER_MS = 1000;
/** Tries that are young, and tries that are slow: apart, so that hanging receivers delay nobody else. */
const FAST_PLACES = 512;
const SLOW_PLACES = 1024;

/** What one producer may have of that, however many hooks it has: so whatever its receivers do, others go on. */
const SHARE = { fast: 128, slow: 256, held: 1024, bytes: 16 * 1024 * 1024 };

const MAX_REMEMBERED = 10_000;

/** Of a hook whose window is fully open, as many are claimed as it takes in so long, and wait for a place here. */
const AHEAD_MS = 50;
const MIN_HELD = 2 * MAX_SLOTS;
const MAX_HELD = 512;
/** What a try took counts for so much of what tries take. */
const NEWEST_COUNTS = 0.25;

/** What a try is for. */
export interface Sendable {
  hookId: string;
  producerId: string;
  /** Of the body, about: as much memory is taken while it is sent. */
  bytes: number;
}

interface Waiting {
  bytes: number;
  start(): void;
}

/** Where a try is under way. */
interface Place {
  window: HookWindow;
  share: Share;
  bytes: number;
  isSlow: boolean;
}

/** What a producer has under way. */
interface Share {
  fast: number;
  slow: number;
  bytes: number;
  /** Claimed, and not done with. */
  held: number;
  /** Of its hooks, those that tries wait for. */
  crowded: Set<HookWindow>;
}

interface HookWindow {
  size: number;
  underWay: number;
  slow: number;
  /** How long its tries take; of one that is new, next to nothing. */
  tookMs: number;
  /** The oldest first. */
  waiting: Waiting[];
  /** Nothing of it is held, as at the last look. */
  isIdle: boolean;
}

const heldBy = ({ underWay, waiting }: HookWindow) => underWay + waiting.length;

function mayHold({ size, slow, tookMs }: HookWindow): number {
  if (slow > 0) return 0;
  if (size < MAX_SLOTS) return size;
  return Math.min(MAX_HELD, Math.max(MIN_HELD, Math.floor((MAX_SLOTS * AHEAD_MS) / tookMs)));
}

const hasPlace = (window: HookWindow, share: Share, bytes: number) =>
  window.slow === 0 &&
  window.underWay < window.size &&
  share.fast < SHARE.fast &&
  (share.bytes === 0 || share.bytes + bytes <= SHARE.bytes);

/** How many more may be claimed. */
export interface Places {
  /** Altogether. */
  most: number;
  /** Of a hook of which nothing is held, and of those of which something is. */
  ofOthers: number;
  ofHooks: Map<string, number>;
  /** Producers of which nothing more is to be claimed. */
  full: string[];
}

/** What one process has under way, by hook and by producer. */
export interface Windows {
  /**
   * Runs a try in a place of its hook, once there is one; `isSuccess` of its outcome widens the hook's window. Nothing
   * comes of a try that is not made after all.
   */
  run<T extends { isSuccess: boolean } | undefined>(what: Sendable, work: () => Promise<T>): Promise<T>;
  places(): Places;
}

/** Keeps count of what is under way; `onFree` is called when it is time to claim more. */
export function openWindows(onFree: () => void): Windows {
  const remembered = new LRUCache<string, HookWindow>({ max: MAX_REMEMBERED });
  /** Those of which something is held, or was when it was last time to claim more. */
  const windows = new Map<string, HookWindow>();
  const shares = new Map<string, Share>();
  let fast = 0;
  let slow = 0;

  function windowOf(hookId: string): HookWindow {
    const window = windows.get(hookId) ??
      remembered.get(hookId) ?? {
        size: FIRST,
        underWay: 0,
        slow: 0,
        tookMs: 0,
        waiting: [],
        isIdle: false,
      };
    window.isIdle = false;
    windows.set(hookId, window);
    remembered.set(hookId, window);
    return window;
  }

  function shareOf(producerId: string): Share {
    const share = shares.get(producerId) ?? { fast: 0, slow: 0, bytes: 0, held: 0, crowded: new Set() };
    shares.set(producerId, share);
    return share;
  }

  function enter(window: HookWindow, share: Share, bytes: number) {
    window.underWay++;
    share.bytes += bytes;
    share.fast++;
    fast++;
  }

  function inTurn(window: HookWindow, share: Share, bytes: number): Promise<void> | undefined {
    if (window.waiting.length === 0 && hasPlace(window, share, bytes)) {
      enter(window, share, bytes);
      return undefined;
    }
    share.crowded.add(window);
    return new Promise((resolve) => window.waiting.push({ bytes, start: resolve }));
  }

  function startWaiting(share: Share) {
    for (const window of share.crowded) {
      for (
        let [next] = window.waiting;
        next && hasPlace(window, share, next.bytes);
        [next] = window.waiting
      ) {
        window.waiting.shift();
        enter(window, share, next.bytes);
        next.start();
      }
      if (window.waiting.length === 0) share.crowded.delete(window);
    }
  }

  function becomeSlow(place: Place) {
    const { window, share } = place;
    if (slow >= SLOW_PLACES || share.slow >= SHARE.slow) return;
    place.isSlow = true;
    window.slow++;
    share.fast--;
    share.slow++;
    fast--;
    slow++;
    startWaiting(share);
    onFree();
  }

  function leave({ window, share, bytes, isSlow }: Place) {
    const wasCrowded = isSlow || fast >= FAST_PLACES || share.held >= SHARE.held;
    if (isSlow) {
      window.slow--;
      share.slow--;
      slow--;
    } else {
      share.fast--;
      fast--;
    }
    window.underWay--;
    share.bytes -= bytes;
    share.held--;
    startWaiting(share);
    if (wasCrowded || heldBy(window) * 2 <= mayHold(window)) onFree();
  }

  return {
    async run({ hookId, producerId, bytes }, work) {
      const window = windowOf(hookId);
      const share = shareOf(producerId);
      share.held++;
      const turn = inTurn(window, share, bytes);
      if (turn) await turn;
      const place = { window, share, bytes, isSlow: false };
      const timer = setTimeout(becomeSlow, SLOW_AFTER_MS, place);
      const begun = performance.now();
      try {
        const outcome = await work();
        if (outcome) {
          window.size = outcome.isSuccess ? Math.min(MAX_SLOTS, window.size * 2) : FIRST;
          window.tookMs += (performance.now() - begun - window.tookMs) * NEWEST_COUNTS;
        }
        return outcome;
      } finally {
        clearTimeout(timer);
        leave(place);
        if (share.held === 0) shares.delete(producerId);
      }
    },
    places() {
      const ofHooks = new Map<string, number>();
      for (const [hookId, window] of windows) {
        // A fast receiver may be done with all before more is claimed, and is not to begin anew for that.
        if (window.isIdle) windows.delete(hookId);
        else ofHooks.set(hookId, Math.max(0, mayHold(window) - heldBy(window)));
        window.isIdle = heldBy(window) === 0;
      }
      const full = [...shares].filter(([, { held }]) => held >= SHARE.held).map(([producerId]) => producerId);
      return { most: FAST_PLACES - fast, ofOthers: FIRST, ofHooks, full };
    },
  };
}
