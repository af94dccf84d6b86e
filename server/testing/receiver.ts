import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A call that a receiver of webhooks got. */
export interface ReceivedCall {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  url: string;
  /** The value of `HOOK_ALLOW` that allows calls to the receiver. */
  allow: string;
  calls: ReceivedCall[];
  /** Resolves after `count` calls. */
  called(count: number): Promise<void>;
  close(): Promise<void>;
}

/** The answer of a receiver; "hang" sends none. */
export type ReceiverAnswer =
  | { status: number; headers?: Record<string, string>; body?: string | Buffer }
  | "hang";

/** Opens a receiver of webhooks on this machine. `answer` decides per call, also asynchronously; 200 by default. */
export async function openReceiver(
  answer: (call: ReceivedCall, count: number) => ReceiverAnswer | Promise<ReceiverAnswer> = () => ({
    status: 200,
  }),
): Promise<Receiver> {
  const calls: ReceivedCall[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "", url = "", headers } = request;
    const call = { method, url, headers, body: Buffer.concat(chunks).toString() };
    calls.push(call);
    for (const { count, resolve } of waiting) if (calls.length >= count) resolve();
    const reply = await answer(call, calls.length);
    if (reply === "hang") return;
    response.writeHead(reply.status, reply.headers).end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? (address satisfies AddressInfo).port : 0;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    allow: `127.0.0.1/32:${port}`,
    calls,
    called: (count) =>
      new Promise((resolve) => {
        if (calls.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
