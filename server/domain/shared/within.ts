/** The outcome of some work; rejects, and says what for, once it takes longer than `ms`. The work itself goes on. */
export async function within<T>(ms: number, work: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} in ${ms} ms.`)), ms);
  });
  return Promise.race([work, deadline]).finally(() => clearTimeout(timer));
}

/** A time by which several pieces of work have to be done, one after the other: each as `within` what is left of it. */
export function deadline(ms: number): <T>(work: Promise<T>, what: string) => Promise<T> {
  const end = performance.now() + ms;
  return (work, what) => within(Math.max(0, Math.round(end - performance.now())), work, what);
}
