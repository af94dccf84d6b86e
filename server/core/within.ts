/** Says that some work took too long; the work itself goes on. */
export class TimeoutError extends Error {
  override name = "TimeoutError";
}

/** The outcome of some work; rejects, and says what for, once it takes longer than `ms`. The work itself goes on. */
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

/** A moment by which several pieces of work have to be done. */
export interface Deadline {
  isOver(): boolean;
  /** Milliseconds. */
  left(): number;
  /** The outcome of a piece of work; as `within` what is left of the time. */
  meet<T>(work: Promise<T>, what: string): Promise<T>;
}

/** The deadline in so many milliseconds. */
export function deadlineIn(ms: number): Deadline {
  const end = performance.now() + ms;
  const left = () => Math.max(0, Math.round(end - performance.now()));
  return { isOver: () => left() === 0, left, meet: (work, what) => within(left(), work, what) };
}
