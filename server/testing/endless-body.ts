/** A body that never ends, and how often it was read from. */
export function endlessBody(): { body: ReadableStream<Uint8Array>; pulls: () => number } {
  let pulls = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        pulls++;
        controller.enqueue(Buffer.alloc(1_024, " "));
      },
    },
    // Nothing is read ahead.
    { highWaterMark: 0 },
  );
  return { body, pulls: () => pulls };
}
