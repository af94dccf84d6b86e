import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import net from "node:net";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { RouteHandler } from "./api/receive";
import { classOf, type ObserveRequest } from "./api/request-metrics";
import { traceRequest } from "./api/request-trace";
import { createRoutes } from "./api/routes";
import { verifiedIn, verifyPageElsewhere } from "./api/verify-elsewhere";
import { callerAddress, networkOf } from "./http/address";
import { malformed, refuseMalformed, refuseOnSocket } from "./http/malformed";
import { refuse, responseOf, type SentAnswer } from "./http/respond";
import { type PageHeaders, protectPage } from "./page-headers";
import { noteActivity } from "./platform/activity";
import { fromNetwork } from "./platform/caller-network";
import { ownCookies } from "./platform/own-cookies";
import { receiveRefusedBody } from "./platform/refused-bodies";
import { MAX_UNREAD_BYTES, watchUnread } from "./platform/unread-answers";
import { isShown, isText, pathOf } from "./request-path";

const HEADERS_TIMEOUT_MS = 15_000;
/** Time of the slowest upload. `readBytes` ends slower uploads earlier, and other bodies after a minute. */
const REQUEST_TIMEOUT_MS = 600_000;
const KEEP_ALIVE_TIMEOUT_MS = 60_000;
/** A connection without traffic for this time is closed; live feeds send a heartbeat every 15 s. */
const IDLE_TIMEOUT_MS = 60_000;
/** The rows of a large workbook are stored after its last byte, when its connection has no traffic. */
const WORK_TIMEOUT_MS = 600_000;
const UNREAD_INTERVAL_MS = 1_000;
/** Time for load balancers to notice the shutdown, and then for clients to finish requests on open connections. */
const GRACE_PERIOD_MS = 1_000;
const STOP_TIMEOUT_MS = 25_000;
/** A shorter turn of the event loop has accepted nothing. */
const MAX_EMPTY_TURN_MS = 0.1;
const EMPTY_TURN_TIMEOUT_MS = 1_000;

/** Keeps the connection of a request that has arrived and is not answered yet; closes others without traffic. */
function keepWhileWorking(request: IncomingMessage, response: ServerResponse): void {
  response.on("timeout", (socket) => {
    const isWorking = request.complete && !response.headersSent && socket.timeout !== WORK_TIMEOUT_MS;
    if (isWorking) socket.setTimeout(WORK_TIMEOUT_MS);
    else socket.destroy();
  });
}

/** Ends the connection after an answer, and tells the client, whose next request would meet a closed connection. */
function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("connection", "close");
}

export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

export interface Front {
  server: Server;
  /** Finishes accepted requests, accepts no new ones, and closes; once, however often it is called. */
  stop(): Promise<void>;
}

/** The same request at another address, which may be another one tomorrow. */
function redirect(response: ServerResponse, location: string) {
  response.writeHead(307, { location, "cache-control": "no-store" }).end();
}

function send(response: ServerResponse, { status, headers, body }: SentAnswer) {
  response.writeHead(status, headers).end(body);
}

/** Methods of requests that make no work for background loops. */
const READING = new Set(["GET", "HEAD", "OPTIONS"]);

function addressBehind({ headers, socket }: IncomingMessage): string | undefined {
  const forwarded = headers["x-forwarded-for"];
  const hops = new Headers(forwarded === undefined ? {} : { "x-forwarded-for": String(forwarded) });
  return callerAddress(hops, socket.remoteAddress);
}

/**
 * Waits for a turn of the event loop that accepts nothing. Closing a server resets connections that the system has accepted
 * and Node has not, with their requests; right after such a turn there are none.
 */
async function emptyTurn() {
  const deadline = performance.now() + EMPTY_TURN_TIMEOUT_MS;
  for (let before = performance.now(); before < deadline; before = performance.now()) {
    await nextTurn();
    if (performance.now() - before < MAX_EMPTY_TURN_MS) return;
  }
}

/**
 * Creates the HTTP server: API calls go straight to their handlers, all other requests to `others` (Next).
 * Next alone reaches a few per cent of this speed; see docs/decisions/0002. `observe` receives each request for metrics.
 */
export function createFront(
  others: NodeHandler,
  pages: PageHeaders = { dev: false, https: false },
  observe?: ObserveRequest,
): Front {
  const routeOf = createRoutes();
  let stopping = false;
  /**
   * The newest answer of each connection. A set of the answers under way would be copied each hundred calls, and its former
   * copies keep all that they hold until V8 collects the whole heap.
   */
  const newest = new Map<net.Socket, ServerResponse>();

  const requestIds = new WeakMap<object, string>();
  const listeners = new WeakMap<RouteHandler, NodeHandler>();
  const listenerOf = (handler: RouteHandler): NodeHandler => {
    let listener = listeners.get(handler);
    if (!listener) {
      listener = getRequestListener(
        (request, { incoming }) => {
          const { remoteAddress } = incoming.socket;
          return handler(request, { remoteAddress, requestId: requestIds.get(incoming) });
        },
        {
          errorHandler: (thrown) => responseOf(thrown instanceof RequestError ? malformed() : refuse(thrown)),
        },
      );
      listeners.set(handler, listener);
    }
    return listener;
  };
  const refuseTarget = listenerOf(async () => responseOf(malformed()));

  const serve: NodeHandler = (request, response) => {
    if (stopping) closeAfter(response);
    newest.set(request.socket, response);
    if (!READING.has(request.method ?? "GET")) {
      noteActivity();
      response.on("close", noteActivity);
    }
    keepWhileWorking(request, response);
    // Health checks of load balancers may use HTTP/1.0 without a host; nothing is built from it.
    request.headers.host ??= "localhost";
    const path = pathOf(request);
    const route = path === undefined ? undefined : routeOf(request.method ?? "GET", path);
    const endpoint = route?.endpoint ?? classOf(path);
    observe?.(request, response, endpoint);
    const requestId = traceRequest(request, response, endpoint);
    if (requestId) requestIds.set(request, requestId);
    if (route) listenerOf(route.handler)(request, response);
    else if (path === undefined || !isText(path)) {
      // Next would answer 500 to a path that does not decode to text.
      request.url = "/";
      refuseTarget(request, response);
    } else {
      if (isShown(path)) protectPage(request, response, pages);
      receiveRefusedBody(request, response);
      if (request.headers.cookie) request.headers.cookie = ownCookies(request.headers.cookie);
      const address = addressBehind(request);
      const serveHere = () =>
        fromNetwork(address && networkOf(address), () => others(request, response), address, requestId);
      const identifier = verifiedIn(path);
      if (identifier === undefined) serveHere();
      else
        verifyPageElsewhere(identifier, address).then(
          (cell) => (cell === undefined ? serveHere() : redirect(response, `${cell}${request.url}`)),
          (thrown) => send(response, refuse(thrown)),
        );
    }
  };

  const timeouts = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  };
  const server = createServer(timeouts, serve);
  server.timeout = IDLE_TIMEOUT_MS;
  server.on("connection", (socket) => socket.once("close", () => newest.delete(socket)));
  const cutUnread = setInterval(watchUnread(server, MAX_UNREAD_BYTES), UNREAD_INTERVAL_MS).unref();
  server.once("close", () => clearInterval(cutUnread));
  server.on("checkExpectation", serve);
  server.on("clientError", refuseMalformed);
  server.on("upgrade", (request, socket) => {
    // Next also handles upgrades once it has served a page; they are for development only, never for API paths.
    const isOurs = routeOf("GET", pathOf(request) ?? "/") !== undefined;
    if (isOurs || server.listenerCount("upgrade") === 1) refuseOnSocket(socket);
  });

  async function stop() {
    await delay(GRACE_PERIOD_MS);
    await emptyTurn();
    // http.Server.close would close idle connections at once, while requests may be arriving on them.
    const closed = new Promise<void>((resolve) => net.Server.prototype.close.call(server, () => resolve()));
    stopping = true;
    for (const response of newest.values()) closeAfter(response);
    await delay(GRACE_PERIOD_MS);
    server.closeIdleConnections();
    const idle = setInterval(() => server.closeIdleConnections(), 100);
    await Promise.race([closed, delay(STOP_TIMEOUT_MS)]);
    clearInterval(idle);
    server.closeAllConnections();
  }

  let stopped: Promise<void> | undefined;
  return {
    server,
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** Starts listening on the port that `variable` sets. Returns it; the system chooses one for 0. @throws a clear error if the port is in use */
export function listen(
  server: Server,
  port: number,
  host: string | undefined,
  variable = "PORT",
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken = error.code === "EADDRINUSE";
      reject(
        taken
          ? new Error(`Port ${port} is in use. Stop the process that uses it, or set ${variable}.`)
          : error,
      );
    });
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}
