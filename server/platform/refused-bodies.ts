import type { IncomingMessage, ServerResponse } from "node:http";

const RECEIVED_WITHIN_MS = 5_000;
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Once a request is answered before its body was read to its end, receives the rest and throws it away, since the next
 * request of the connection comes after it. A body that is larger than any we take, or comes slowly, ends the connection.
 */
export function receiveRefusedBody(request: IncomingMessage, response: ServerResponse): void {
  response.once("finish", () => {
    if (request.complete || request.destroyed) return;
    const end = () => request.socket.destroySoon();
    const timer = setTimeout(end, RECEIVED_WITHIN_MS);
    let size = 0;
    // By `read`, not `resume`: a reader that has begun may wait for "readable", which keeps the body from flowing.
    const receive = () => {
      for (let part = request.read(); part !== null; part = request.read()) size += part.length;
      if (size > MAX_BYTES) end();
    };
    request.on("readable", receive).once("close", () => clearTimeout(timer));
    receive();
  });
}
