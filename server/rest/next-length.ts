import { ServerResponse } from "node:http";

/** In the place of `content-length` as far as Next carries an answer. */
const CARRIED = "x-assay-content-length";

let isMended = false;

/** Node's own method gives the header its right name again, once Next has let go of the answer. */
function mendServerResponse() {
  isMended = true;
  const { setHeader } = ServerResponse.prototype;
  ServerResponse.prototype.setHeader = function mended(name, value) {
    if (name.toLowerCase() !== CARRIED) return setHeader.call(this, name, value);
    return setHeader.call(this, "content-length", String(value));
  };
}

/** Next drops the `content-length` of what route handlers answer, which the specification asks for: takes it past Next. */
export function keepLength(response: Response): Response {
  const length = response.headers.get("content-length");
  if (length === null) return response;
  if (!isMended) mendServerResponse();
  response.headers.set(CARRIED, length);
  return response;
}
