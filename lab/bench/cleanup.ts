const stops: (() => Promise<void>)[] = [];
let cleaning: Promise<void> | undefined;

async function stopAll() {
  for (let stop = stops.pop(); stop; stop = stops.pop()) {
    await stop().catch((error: unknown) => console.error(error));
  }
}

/** Remembers how to stop or remove something; at once, when the end has come already. */
export async function atEnd(stop: () => Promise<void>): Promise<void> {
  stops.push(stop);
  if (cleaning) await stopAll();
}

/** Stops and removes what the bench started, last first. However often it is called, this is done once. */
export function cleanUp(): Promise<void> {
  cleaning ??= stopAll();
  return cleaning;
}
