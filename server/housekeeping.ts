import { log } from "./platform/log";

export interface Chore {
  name: string;
  everyHours: number;
  work(signal: AbortSignal): Promise<unknown>;
}

/** Does each chore now and then, never twice at once. Returns what ends that, once those under way are done. */
export function startHousekeeping(chores: Chore[]): () => Promise<void> {
  const underWay = new Map<string, Promise<unknown>>();
  const ending = new AbortController();
  const timers = chores.map(({ name, everyHours, work }) => {
    const once = () => {
      if (underWay.has(name)) return;
      const done = work(ending.signal)
        .catch((err: unknown) => log.warn({ err }, `housekeeping failed: ${name}`))
        .finally(() => underWay.delete(name));
      underWay.set(name, done);
    };
    once();
    return setInterval(once, everyHours * 3_600_000).unref();
  });
  return async () => {
    for (const timer of timers) clearInterval(timer);
    ending.abort();
    await Promise.all(underWay.values());
  };
}
