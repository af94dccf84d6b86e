import type { IncomingMessage, ServerResponse } from "node:http";

const RECEIVE_TIMEOUT_MS = 5_000;
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Reads and discards the rest of a body whose request is answered before its end, since the next request of the
 * connection follows it. A body above the size limit, or a slow one, ends the connection.
 */
export function receiveRefusedBody(request: IncomingMessage, response: ServerResponse): void {
  response.once("finish", () => {
    if (request.complete || request.destroyed) return;
    const end = () => request.socket.destroySoon();
    const timer = setTimeout(end, RECEIVE_TIMEOUT_MS);
    let size = 0;
    // `read`, not `resume`: an earlier reader may wait for "readable", and then the body does not flow.
    const receive = () => {
      for (let part = request.read(); part !== null; part = request.read()) size += part.length;
      if (size > MAX_BYTES) end();
    };
    request.on("readable", receive).once("close", () => clearTimeout(timer));
    receive();
  });
}
