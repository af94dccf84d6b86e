/** Part of the time that may pass in work: the rest is a break. */
const MAX_BUSY_PART = 0.25;

interface Pace {
  /** Asks for a run; several requests become one. */
  ask: () => void;
  stop: () => void;
}

/** Runs work some time after it is asked for: never twice at once; a slow run is followed by a longer break. */
export function paced(run: () => Promise<unknown>, minIntervalMs: number): Pace {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isAsked = false;
  let breakMs = minIntervalMs;
  const start = async () => {
    timer = undefined;
    isAsked = false;
    isRunning = true;
    const started = Date.now();
    try {
      await run();
    } finally {
      breakMs = Math.max(minIntervalMs, (Date.now() - started) * (1 / MAX_BUSY_PART - 1));
      isRunning = false;
      if (isAsked) ask();
    }
  };
  const ask = () => {
    isAsked = true;
    if (!isRunning) timer ??= setTimeout(() => void start(), breakMs);
  };
  return {
    ask,
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
      isAsked = false;
    },
  };
}
