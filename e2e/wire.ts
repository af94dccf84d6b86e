import { connect } from "node:net";

export interface WireAnswer {
  status: number;
  /** Lower-case names; repeated headers are joined by `, `. */
  headers: Map<string, string>;
  /** All bytes after the head, unchanged. */
  bytes: Buffer;
}

interface Sending {
  headers?: Record<string, string>;
  body?: string | Buffer;
}

function answerOf(received: Buffer): WireAnswer {
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd === -1) throw new Error(`No answer, but ${received.byteLength} bytes.`);
  const [statusLine = "", ...lines] = received.toString("latin1", 0, headEnd).split("\r\n");
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return { status: Number(statusLine.split(" ")[1]), headers, bytes: received.subarray(headEnd + 4) };
}

/** One request on its own socket, without a client that would decompress, repair or hide any part of the response. */
export function onTheWire(
  method: string,
  url: URL,
  { headers = {}, body }: Sending = {},
): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const fields = {
      host: url.host,
      connection: "close",
      ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
      ...headers,
    };
    const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    const received: Buffer[] = [];
    const socket = connect(Number(url.port), url.hostname);
    socket.on("data", (chunk) => received.push(chunk));
    socket.on("error", reject);
    socket.on("end", () => {
      try {
        resolve(answerOf(Buffer.concat(received)));
      } catch (error) {
        reject(error);
      }
    });
    socket.write(`${method} ${url.pathname}${url.search} HTTP/1.1\r\n${head.join("")}\r\n`);
    if (body !== undefined) socket.write(body);
  });
}
