import { writeSync } from "node:fs";
import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { ANONYMOUS } from "@/server/core/caller";
import { AppError, notFound } from "@/server/core/errors";
import { limit } from "@/server/http/limits";
import { lookUp } from "@/server/http/lookups";
import { openPrimary, worker } from "@/server/platform/worker";

const SLOW_ANSWER_MS = 500;

/** What the worker does for a path, for a key. Throws refusals. */
const WORKS: Record<string, (key: string) => Promise<unknown>> = {
  "/process": async () => ({ number: worker?.number, pid: process.pid }),
  "/limit": (key) => limit("scans of this item", key),
  "/own-limit": (key) => limit("requests a minute of this token", key, 30),
  "/lookup": (address) =>
    lookUp({ caller: ANONYMOUS, address }, async () => {
      throw notFound("item-not-found", "No item.");
    }),
  "/slow": () => delay(SLOW_ANSWER_MS),
  "/hang": async () => {
    // At once, and to the output of the primary.
    writeSync(1, "hangs\n");
    for (;;);
  },
};

const STATUSES: Partial<Record<AppError["kind"], number>> = { notFound: 404, tooManyRequests: 429 };

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://worker.test");
  try {
    const body = await WORKS[pathname]?.(searchParams.get("key") ?? "");
    response.end(JSON.stringify(body ?? {}));
  } catch (thrown) {
    response.writeHead((thrown instanceof AppError && STATUSES[thrown.kind]) || 500).end();
  }
});

const ask = openPrimary({ alive: () => true });
process.on("SIGTERM", () => {}).once("disconnect", () => process.exit(0));
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  void ask("serving", typeof address === "object" ? address?.port : undefined);
});
