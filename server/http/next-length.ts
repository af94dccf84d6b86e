import { ServerResponse } from "node:http";

/** In the place of `content-length` as far as Next carries an answer. */
const CARRIED = "x-assay-content-length";

/**
 * Gives the header its right name again once Next has let go of an answer. To be called before Next answers anything: it
 * takes Node's method for its own once.
 */
export function mendServerResponse(): void {
  const { setHeader } = ServerResponse.prototype;
  ServerResponse.prototype.setHeader = function mended(name, value) {
    if (name.toLowerCase() !== CARRIED) return setHeader.call(this, name, value);
    return setHeader.call(this, "content-length", String(value));
  };
}

/** Next drops the `content-length` of what route handlers answer, which the specification asks for: takes it past Next. */
export function keepLength(response: Response): Response {
  const length = response.headers.get("content-length");
  if (length !== null) response.headers.set(CARRIED, length);
  return response;
}
