import type net from "node:net";
import type { Duplex } from "node:stream";
import { invalid } from "@/server/core/errors";
import { refuse } from "./respond";

/** The refusal of a request that is not well-formed. */
export const malformed = (detail = "The request is not well-formed HTTP.") =>
  refuse(invalid("malformed-request", detail));

/**
 * Answers a request that is malformed or does not arrive in time, and closes the connection. A connection without a request is
 * closed without an answer: browsers open connections in advance, and would read it as the answer to their next request.
 */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: net.Socket) {
  const isLate = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
  if (error.code === "ECONNRESET" || !socket.writable || (isLate && socket.bytesRead === 0)) socket.destroy();
  else refuseOnSocket(socket, isLate ? "The request did not arrive in time." : undefined);
}

/** Refuses a request on its connection, and closes the connection. */
export function refuseOnSocket(socket: Duplex, detail?: string) {
  const { headers: fields, body: text } = malformed(detail);
  const body = text ?? "";
  const headers = Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
  socket.end(
    `HTTP/1.1 400 Bad Request\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
