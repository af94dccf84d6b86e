import { createServer, type IncomingHttpHeaders } from "node:http";
import { onTestFinished } from "vitest";

export interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** An answer; "break" closes the connection without one, "hang" never answers. */
export type Reply = { status?: number; headers?: Record<string, string>; body?: unknown } | "break" | "hang";

/** Opens a server for one test. It gives the replies in their order, the last one again and again. */
export async function openServer(...replies: [Reply, ...Reply[]]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "", url = "", headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    const reply = replies[Math.min(received.length, replies.length) - 1];
    if (reply === undefined || reply === "hang") return;
    if (reply === "break") {
      request.socket.destroy();
      return;
    }
    const { status = 200, body } = reply;
    const text = typeof body === "string" ? body : JSON.stringify(body);
    response.writeHead(status, { "content-type": "application/json", ...reply.headers }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { baseUrl: `http://127.0.0.1:${port}`, received };
}
