import { shutDownAll } from "./background/shutdown";
import { say, sayWhy } from "./platform/say.mjs";

const EXIT_TIMEOUT_MS = 29_000;

/** A part of the shutdown. */
export type Step = () => Promise<void> | void;

interface Life {
  /** Starts everything, and adds to `started` how each part ends; the parts end newest first. */
  start(started: Step[]): Promise<void>;
  /** Announces the end, at once. */
  announce(): void;
  /** Whether signals end this process; else only the returned function does. */
  onSignals: boolean;
}

/**
 * Runs a process from its start to its orderly end, by SIGTERM or SIGINT, with exit code 0; a start that fails ends with 1.
 * Returns the function that ends it.
 */
export function runProcess({ start, announce, onSignals }: Life): (why: string) => void {
  const started: Step[] = [];
  let stopped: Promise<never> | undefined;

  async function shutDown(exitCode: number): Promise<never> {
    await shutDownAll(started.reverse());
    if (exitCode === 0 && onSignals) say("stopped");
    process.exit(exitCode);
  }

  function stop(why: string) {
    if (stopped) return;
    if (onSignals) say(`${why}: finishing accepted requests ...`);
    announce();
    setTimeout(() => process.exit(1), EXIT_TIMEOUT_MS).unref();
    // A part that is starting must be ready before it can shut down.
    stopped = starting.catch(sayWhy).then(() => shutDown(0));
  }

  // A terminal signals its whole group: processes that another one ends must not end by themselves.
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, onSignals ? stop : () => {});
  const starting = start(started);
  starting.catch((error: unknown) => {
    if (stopped) return;
    sayWhy(error);
    stopped = shutDown(1);
  });
  return stop;
}
