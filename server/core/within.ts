/** Signals that some work exceeded its timeout. The work itself continues. */
export class TimeoutError extends Error {
  override name = "TimeoutError";
}

/** The outcome of some work. Rejects with a `TimeoutError` after `ms`, while the work itself continues. */
export function within<T>(ms: number, work: Promise<T>, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimeoutError(`${what} in ${ms} ms.`)), ms);
    work.then(
      (outcome) => {
        clearTimeout(timer);
        resolve(outcome);
      },
      (reason) => {
        clearTimeout(timer);
        reject(reason);
      },
    );
  });
}

/** A point in time by which several pieces of work must end. */
export interface Deadline {
  isOver(): boolean;
  /** Milliseconds. */
  left(): number;
  /** The outcome of a piece of work, with the remaining time as its timeout. */
  meet<T>(work: Promise<T>, what: string): Promise<T>;
}

/** The deadline `ms` milliseconds from now. */
export function deadlineIn(ms: number): Deadline {
  const end = performance.now() + ms;
  const left = () => Math.max(0, Math.round(end - performance.now()));
  return { isOver: () => left() === 0, left, meet: (work, what) => within(left(), work, what) };
}
