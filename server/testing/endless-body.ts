/** A body that never ends, with the number of reads so far. */
export function endlessBody(): { body: ReadableStream<Uint8Array>; pulls: () => number } {
  let pulls = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        pulls++;
        controller.enqueue(Buffer.alloc(1_024, " "));
      },
    },
    // No read-ahead.
    { highWaterMark: 0 },
  );
  return { body, pulls: () => pulls };
}
