import { ServerResponse } from "node:http";

/** Replaces `content-length` while Next processes an answer. */
const CARRIED = "x-assay-content-length";

/**
 * Renames the header back after Next has processed an answer. Call this before Next answers anything, since Next copies
 * Node's method once.
 */
export function mendServerResponse(): void {
  const { setHeader } = ServerResponse.prototype;
  ServerResponse.prototype.setHeader = function mended(name, value) {
    if (name.toLowerCase() !== CARRIED) return setHeader.call(this, name, value);
    return setHeader.call(this, "content-length", String(value));
  };
}

/** Keeps the `content-length` of an answer, which the specification requires and Next removes from route handlers. */
export function keepLength(response: Response): Response {
  const length = response.headers.get("content-length");
  if (length !== null) response.headers.set(CARRIED, length);
  return response;
}
