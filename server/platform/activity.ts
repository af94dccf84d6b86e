/** After a sign of work, loops look for work at their short interval for this long. */
const AWAKE_MS = 10_000;

declare global {
  var assayActivity: Int32Array<SharedArrayBuffer> | undefined;
}

/** The number of signs of work in this process. On `globalThis`, since Next and the front are separate bundles. */
export function sharedActivity(): Int32Array<SharedArrayBuffer> {
  globalThis.assayActivity ??= new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  return globalThis.assayActivity;
}

/** Notes a sign that there is work for background loops of any thread, such as a request that changes something. */
export const noteActivity = (): void => void Atomics.add(sharedActivity(), 0, 1);

/** Makes a thread share the signs of the process. */
export const joinActivity = (activity: Int32Array<SharedArrayBuffer>): void => {
  globalThis.assayActivity = activity;
};

/** Returns the function that tells whether there was a sign of work lately. It begins awake. */
export function watchActivity(): () => boolean {
  let known = Atomics.load(sharedActivity(), 0);
  let noticedAt = performance.now();
  return () => {
    const signs = Atomics.load(sharedActivity(), 0);
    if (signs !== known) noticedAt = performance.now();
    known = signs;
    return performance.now() - noticedAt < AWAKE_MS;
  };
}

const TELL_INTERVAL_MS = 250;

/** Calls `tell` soon after signs of work, once for many. Returns a function that ends it. */
export function onActivity(tell: () => void): () => void {
  let known = Atomics.load(sharedActivity(), 0);
  const timer = setInterval(() => {
    const signs = Atomics.load(sharedActivity(), 0);
    if (signs !== known) tell();
    known = signs;
  }, TELL_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}

/** Loops pass at least this often while there is no sign of work: they report that they can. */
export const IDLE_INTERVAL_MS = 120_000;
