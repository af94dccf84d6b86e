import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import net from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { AppError } from "@/server/errors";
import type { RouteHandler } from "@/server/rest/handler";
import { createLane } from "@/server/rest/lane";
import { problemOf } from "@/server/rest/problem";
import { newRequestId } from "@/server/rest/request-id";

const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 60_000;
/** How long clients of open connections have to send what was on its way, or to learn that we close. */
const GRACE_MS = 1_000;
const STOP_WITHIN_MS = 25_000;

export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

export interface Front {
  server: Server;
  /** Takes no new connections, finishes what was accepted, and closes. */
  stop(): Promise<void>;
}

const MALFORMED = new AppError("invalid", "malformed-request", "The request is not well-formed HTTP.");

function problemText(refusal: AppError): string {
  return JSON.stringify(problemOf(refusal, "", newRequestId()));
}

/** Answers what is no HTTP request at all, and closes. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: net.Socket | import("node:stream").Duplex) {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = problemText(MALFORMED);
  socket.end(
    `HTTP/1.1 400 Bad Request\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** The path of a request, absolute targets brought to the usual form; nothing for a target that is no path. */
function pathOf(request: IncomingMessage): string | undefined {
  let target = request.url ?? "/";
  if (!target.startsWith("/")) {
    target = target.replace(/^https?:\/\/[^/?#]*(?=\/)/i, "");
    request.url = target;
  }
  const mark = target.indexOf("?");
  const path = mark === -1 ? target : target.slice(0, mark);
  return path.startsWith("/") && !path.includes("\\") ? path : undefined;
}

/**
 * The HTTP server: the interface goes straight to its handlers, everything else to `others` (Next).
 * Next alone reaches a few per cent of this speed; see docs/decisions/0002.
 */
export function createFront(others: NodeHandler): Front {
  const handlerOf = createLane();
  let stopping = false;

  const listeners = new WeakMap<RouteHandler, NodeHandler>();
  const listenerOf = (handler: RouteHandler): NodeHandler => {
    let listener = listeners.get(handler);
    if (!listener) {
      listener = getRequestListener(
        (request, { incoming }) => handler(request, { remoteAddress: incoming.socket.remoteAddress }),
        {
          errorHandler: () =>
            new Response(problemText(MALFORMED), {
              status: 400,
              headers: { "content-type": "application/problem+json" },
            }),
        },
      );
      listeners.set(handler, listener);
    }
    return listener;
  };

  const serve: NodeHandler = (request, response) => {
    if (stopping) response.setHeader("connection", "close");
    const path = pathOf(request);
    if (path === undefined) {
      response.writeHead(400, { "content-type": "application/problem+json" }).end(problemText(MALFORMED));
      return;
    }
    const handler = handlerOf(request.method ?? "GET", path);
    if (handler) listenerOf(handler)(request, response);
    else others(request, response);
  };

  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    serve,
  );
  server.on("checkExpectation", serve);
  server.on("clientError", refuseMalformed);

  return {
    server,
    async stop() {
      stopping = true;
      // http.Server.close would cut idle connections at once, with requests to them perhaps on their way.
      const closed = new Promise<void>((resolve) => net.Server.prototype.close.call(server, () => resolve()));
      await delay(GRACE_MS);
      server.closeIdleConnections();
      const idle = setInterval(() => server.closeIdleConnections(), 100);
      await Promise.race([closed, delay(STOP_WITHIN_MS)]);
      clearInterval(idle);
      server.closeAllConnections();
    },
  };
}

/** Listens; a clear error where the port is taken. Returns the port, which for 0 the system chose. */
export function listen(server: Server, port: number, host: string | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken =
        error.code === "EADDRINUSE"
          ? `Port ${port} is taken. Stop what listens there, or set PORT.`
          : undefined;
      reject(taken ? new Error(taken) : error);
    });
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}
