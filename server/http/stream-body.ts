import { within } from "@/server/core/within";
import { MIN_UPLOAD_BYTES_PER_SECOND, tooSlow } from "./body";

/** A client that sends nothing for this time has left. The front bounds the whole request. */
const CHUNK_TIMEOUT_MS = 30_000;
/** In each such time of waiting for the client, its bytes must arrive at the minimum speed. */
const SPEED_WINDOW_MS = 60_000;
const MIN_WINDOW_BYTES = (SPEED_WINDOW_MS / 1_000) * MIN_UPLOAD_BYTES_PER_SECOND;

/** The bytes of a body as they arrive, read no faster than they are used. @throws 400 if the client stops or sends too slowly */
export async function* streamBody(request: Request): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader();
  if (!reader) return;
  let [waitedMs, bytes] = [0, 0];
  try {
    for (;;) {
      const askedAt = performance.now();
      const part = await within(CHUNK_TIMEOUT_MS, reader.read(), "No part of the body").catch(() => {
        throw tooSlow();
      });
      if (part.done) return;
      waitedMs += performance.now() - askedAt;
      bytes += part.value.byteLength;
      if (waitedMs >= SPEED_WINDOW_MS) {
        if (bytes < MIN_WINDOW_BYTES) throw tooSlow();
        [waitedMs, bytes] = [0, 0];
      }
      yield part.value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
