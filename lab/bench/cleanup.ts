const stops: (() => Promise<void>)[] = [];
let cleaning: Promise<void> | undefined;

async function stopAll() {
  for (let stop = stops.pop(); stop; stop = stops.pop()) {
    await stop().catch((error: unknown) => console.error(error));
  }
}

/** Registers a clean-up step; runs it at once if the clean-up has begun. */
export async function atEnd(stop: () => Promise<void>): Promise<void> {
  stops.push(stop);
  if (cleaning) await stopAll();
}

/** Runs all clean-up steps once, last first. */
export function cleanUp(): Promise<void> {
  cleaning ??= stopAll();
  return cleaning;
}
