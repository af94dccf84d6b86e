/** The outcome of some work; rejects, and says what for, once it takes longer than `ms`. The work itself goes on. */
export async function within<T>(ms: number, work: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} in ${ms} ms.`)), ms);
  });
  return Promise.race([work, deadline]).finally(() => clearTimeout(timer));
}

/** A moment by which several pieces of work have to be done. */
export interface Deadline {
  isOver(): boolean;
  /** The outcome of a piece of work; as `within` what is left of the time. */
  meet<T>(work: Promise<T>, what: string): Promise<T>;
}

/** The deadline in so many milliseconds. */
export function deadlineIn(ms: number): Deadline {
  const end = performance.now() + ms;
  const left = () => Math.max(0, Math.round(end - performance.now()));
  return { isOver: () => left() === 0, meet: (work, what) => within(left(), work, what) };
}
