import { LRUCache } from "lru-cache";

/** How many tries of one hook may be under way at once: few at first, more with each success. */
const FIRST = 2;
const MAX_SLOTS = 32;
/** A try that takes longer moves to the slow lane; until it ends, its hook gets no other. */
const SLOW_AFTER_MS = 1000;
/** Tries that are young, and tries that are slow: apart, so that hanging receivers delay nobody else. */
const FAST_SLOTS = 512;
const SLOW_SLOTS = 1024;

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
interface Slot {
  hook: HookSlots;
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
  crowded: Set<HookSlots>;
}

interface HookSlots {
  size: number;
  inFlight: number;
  slow: number;
  /** How long its tries take; of one that is new, next to nothing. */
  tookMs: number;
  /** The oldest first. */
  waiting: Waiting[];
  /** Nothing of it is held, as at the last look. */
  isIdle: boolean;
}

const heldBy = ({ inFlight, waiting }: HookSlots) => inFlight + waiting.length;

function mayHold({ size, slow, tookMs }: HookSlots): number {
  if (slow > 0) return 0;
  if (size < MAX_SLOTS) return size;
  return Math.min(MAX_HELD, Math.max(MIN_HELD, Math.floor((MAX_SLOTS * AHEAD_MS) / tookMs)));
}

const hasSlot = (hook: HookSlots, share: Share, bytes: number) =>
  hook.slow === 0 &&
  hook.inFlight < hook.size &&
  share.fast < SHARE.fast &&
  (share.bytes === 0 || share.bytes + bytes <= SHARE.bytes);

/** How many more may be claimed. */
export interface Slots {
  /** Altogether. */
  most: number;
  /** Of a hook of which nothing is held, and of those of which something is. */
  ofOthers: number;
  ofHooks: Map<string, number>;
  /** Producers of which nothing more is to be claimed. */
  full: string[];
}

/** What one process has under way, by hook and by producer. */
export interface Concurrency {
  /**
   * Runs a try in a place of its hook, once there is one; `isSuccess` of its outcome widens the hook's window. Nothing
   * comes of a try that is not made after all.
   */
  run<T extends { isSuccess: boolean } | undefined>(what: Sendable, work: () => Promise<T>): Promise<T>;
  slots(): Slots;
}

/** Keeps count of what is under way; `onFree` is called when it is time to claim more. */
export function openConcurrency(onFree: () => void): Concurrency {
  const remembered = new LRUCache<string, HookSlots>({ max: MAX_REMEMBERED });
  /** Those of which something is held, or was when it was last time to claim more. */
  const concurrency = new Map<string, HookSlots>();
  const shares = new Map<string, Share>();
  let fast = 0;
  let slow = 0;

  function hookOf(hookId: string): HookSlots {
    const hook = concurrency.get(hookId) ??
      remembered.get(hookId) ?? {
        size: FIRST,
        inFlight: 0,
        slow: 0,
        tookMs: 0,
        waiting: [],
        isIdle: false,
      };
    hook.isIdle = false;
    concurrency.set(hookId, hook);
    remembered.set(hookId, hook);
    return hook;
  }

  function shareOf(producerId: string): Share {
    const share = shares.get(producerId) ?? { fast: 0, slow: 0, bytes: 0, held: 0, crowded: new Set() };
    shares.set(producerId, share);
    return share;
  }

  function enter(hook: HookSlots, share: Share, bytes: number) {
    hook.inFlight++;
    share.bytes += bytes;
    share.fast++;
    fast++;
  }

  function inTurn(hook: HookSlots, share: Share, bytes: number): Promise<void> | undefined {
    if (hook.waiting.length === 0 && hasSlot(hook, share, bytes)) {
      enter(hook, share, bytes);
      return undefined;
    }
    share.crowded.add(hook);
    return new Promise((resolve) => hook.waiting.push({ bytes, start: resolve }));
  }

  function startWaiting(share: Share) {
    for (const hook of share.crowded) {
      for (let [next] = hook.waiting; next && hasSlot(hook, share, next.bytes); [next] = hook.waiting) {
        hook.waiting.shift();
        enter(hook, share, next.bytes);
        next.start();
      }
      if (hook.waiting.length === 0) share.crowded.delete(hook);
    }
  }

  function becomeSlow(slot: Slot) {
    const { hook, share } = slot;
    if (slow >= SLOW_SLOTS || share.slow >= SHARE.slow) return;
    slot.isSlow = true;
    hook.slow++;
    share.fast--;
    share.slow++;
    fast--;
    slow++;
    startWaiting(share);
    onFree();
  }

  function leave({ hook, share, bytes, isSlow }: Slot) {
    const wasCrowded = isSlow || fast >= FAST_SLOTS || share.held >= SHARE.held;
    if (isSlow) {
      hook.slow--;
      share.slow--;
      slow--;
    } else {
      share.fast--;
      fast--;
    }
    hook.inFlight--;
    share.bytes -= bytes;
    share.held--;
    startWaiting(share);
    if (wasCrowded || heldBy(hook) * 2 <= mayHold(hook)) onFree();
  }

  return {
    async run({ hookId, producerId, bytes }, work) {
      const hook = hookOf(hookId);
      const share = shareOf(producerId);
      share.held++;
      const turn = inTurn(hook, share, bytes);
      if (turn) await turn;
      const slot = { hook, share, bytes, isSlow: false };
      const timer = setTimeout(becomeSlow, SLOW_AFTER_MS, slot);
      const begun = performance.now();
      try {
        const outcome = await work();
        if (outcome) {
          hook.size = outcome.isSuccess ? Math.min(MAX_SLOTS, hook.size * 2) : FIRST;
          hook.tookMs += (performance.now() - begun - hook.tookMs) * NEWEST_COUNTS;
        }
        return outcome;
      } finally {
        clearTimeout(timer);
        leave(slot);
        if (share.held === 0) shares.delete(producerId);
      }
    },
    slots() {
      const ofHooks = new Map<string, number>();
      for (const [hookId, hook] of concurrency) {
        // A fast receiver may be done with all before more is claimed, and is not to begin anew for that.
        if (hook.isIdle) concurrency.delete(hookId);
        else ofHooks.set(hookId, Math.max(0, mayHold(hook) - heldBy(hook)));
        hook.isIdle = heldBy(hook) === 0;
      }
      const full = [...shares].filter(([, { held }]) => held >= SHARE.held).map(([producerId]) => producerId);
      return { most: FAST_SLOTS - fast, ofOthers: FIRST, ofHooks, full };
    },
  };
}
