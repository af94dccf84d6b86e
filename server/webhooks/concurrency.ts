import { LRUCache } from "lru-cache";

/** Slots of one webhook: few at first, more with each success. */
const INITIAL_SLOTS = 2;
const MAX_SLOTS = 32;
/** An attempt that takes longer moves to the slow lane. Until it ends, its webhook starts no other attempt. */
const SLOW_AFTER_MS = 1000;
/** Slow attempts have slots of their own, so that hanging receivers do not delay other webhooks. */
const FAST_SLOTS = 512;
const SLOW_SLOTS = 1024;

/** Limits of one producer, however many webhooks it has, so that its receivers cannot stop other producers. */
const MAX_PER_PRODUCER = { fast: 128, slow: 256, held: 1024, bytes: 16 * 1024 * 1024 };

const MAX_REMEMBERED = 10_000;

/** A webhook with all its slots has deliveries for this time claimed ahead; they wait in memory for a slot. */
const AHEAD_MS = 50;
const MIN_HELD = 2 * MAX_SLOTS;
const MAX_HELD = 512;
/** The weight of the latest attempt in the moving average of latencies. */
const LATEST_WEIGHT = 0.25;

/** A delivery as far as slots depend on it. */
export interface Sendable {
  hookId: string;
  producerId: string;
  /** Approximate size of the body: the memory that it takes while it is sent. */
  bytes: number;
}

interface Waiting {
  bytes: number;
  start(): void;
}

/** The slot of an attempt in flight. */
interface Slot {
  hook: HookSlots;
  share: Share;
  bytes: number;
  isSlow: boolean;
}

/** The attempts of a producer in flight. */
interface Share {
  fast: number;
  slow: number;
  bytes: number;
  /** Claimed deliveries that are not finished. */
  held: number;
  /** Webhooks of the producer with deliveries that wait for a slot. */
  crowded: Set<HookSlots>;
}

interface HookSlots {
  size: number;
  inFlight: number;
  slow: number;
  /** Moving average of the latency of attempts; 0 for a new webhook. */
  tookMs: number;
  /** Oldest first. */
  waiting: Waiting[];
  /** Whether nothing was held when slots were last counted. */
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
  share.fast < MAX_PER_PRODUCER.fast &&
  (share.bytes === 0 || share.bytes + bytes <= MAX_PER_PRODUCER.bytes);

/** How many more deliveries may be claimed. */
export interface Slots {
  /** In total. */
  most: number;
  /** For a webhook without held deliveries, and for each webhook with some. */
  ofOthers: number;
  ofHooks: Map<string, number>;
  /** Producers that have reached their share: nothing more is claimed for them. */
  full: string[];
}

/** The attempts of one process in flight, by webhook and by producer. */
export interface Concurrency {
  /**
   * Runs an attempt in a slot of its webhook as soon as one is free. A success doubles the webhook's slots. An attempt that
   * is not made has no outcome and leaves the slots as they are.
   */
  run<T extends { isSuccess: boolean } | undefined>(what: Sendable, work: () => Promise<T>): Promise<T>;
  slots(): Slots;
}

/** Opens the slots of a process. Calls `onFree` when more deliveries can be claimed. */
export function openConcurrency(onFree: () => void): Concurrency {
  const remembered = new LRUCache<string, HookSlots>({ max: MAX_REMEMBERED });
  /** Webhooks that hold deliveries, or did when slots were last counted. */
  const active = new Map<string, HookSlots>();
  const shares = new Map<string, Share>();
  let fast = 0;
  let slow = 0;

  function hookOf(hookId: string): HookSlots {
    const hook = active.get(hookId) ??
      remembered.get(hookId) ?? {
        size: INITIAL_SLOTS,
        inFlight: 0,
        slow: 0,
        tookMs: 0,
        waiting: [],
        isIdle: false,
      };
    hook.isIdle = false;
    active.set(hookId, hook);
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
    if (slow >= SLOW_SLOTS || share.slow >= MAX_PER_PRODUCER.slow) return;
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
    const wasCrowded = isSlow || fast >= FAST_SLOTS || share.held >= MAX_PER_PRODUCER.held;
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
          hook.size = outcome.isSuccess ? Math.min(MAX_SLOTS, hook.size * 2) : INITIAL_SLOTS;
          hook.tookMs += (performance.now() - begun - hook.tookMs) * LATEST_WEIGHT;
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
      for (const [hookId, hook] of active) {
        // A fast receiver may finish everything between two claims and keeps its slots.
        if (hook.isIdle) active.delete(hookId);
        else ofHooks.set(hookId, Math.max(0, mayHold(hook) - heldBy(hook)));
        hook.isIdle = heldBy(hook) === 0;
      }
      const full = [...shares]
        .filter(([, { held }]) => held >= MAX_PER_PRODUCER.held)
        .map(([producerId]) => producerId);
      return { most: FAST_SLOTS - fast, ofOthers: INITIAL_SLOTS, ofHooks, full };
    },
  };
}
