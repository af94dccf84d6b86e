import { within } from "@/server/core/within";
import { tooSlow } from "./body";

/** A client that sends nothing for this time has left. The front bounds the whole request. */
const CHUNK_TIMEOUT_MS = 30_000;

/** The bytes of a body as they arrive, read no faster than they are used. @throws 400 if the client stops sending */
export async function* streamBody(request: Request): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const part = await within(CHUNK_TIMEOUT_MS, reader.read(), "No part of the body").catch(() => {
        throw tooSlow();
      });
      if (part.done) return;
      yield part.value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
