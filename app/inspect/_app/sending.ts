import { refresh } from "./send";

const MIN_WAIT_MS = 5_000;
const MAX_WAIT_MS = 300_000;

let wait = MIN_WAIT_MS;
let timer: ReturnType<typeof setTimeout> | undefined;
let isRunning = false;
let isWanted = false;

async function run(): Promise<void> {
  while (isWanted) {
    isWanted = false;
    const isLeft = await refresh();
    wait = isLeft ? Math.min(wait * 2, MAX_WAIT_MS) : MAX_WAIT_MS;
  }
}

/** Sends now, and from then on with growing pauses. */
export function sendNow(): void {
  isWanted = true;
  if (isRunning) return;
  isRunning = true;
  clearTimeout(timer);
  run()
    .catch(() => {})
    .finally(() => {
      isRunning = false;
      timer = setTimeout(sendNow, wait);
    });
}

/** Sends whenever the network returns or the app is shown. */
export function startSending(): void {
  const again = () => {
    wait = MIN_WAIT_MS;
    sendNow();
  };
  window.addEventListener("online", again);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && again());
  again();
}
