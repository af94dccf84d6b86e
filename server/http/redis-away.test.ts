import { once } from "node:events";
import net from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

// Holds decision 0013: a Redis that is away neither refuses nor delays calls.

const silent: net.Socket[] = [];
/** Accepts connections and never answers. */
const server = net.createServer((socket) => silent.push(socket));

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  vi.stubEnv("REDIS_URL", `redis://127.0.0.1:${typeof address === "object" ? address?.port : 0}`);
  vi.stubEnv("RATE_LIMITS", "on");
});

afterAll(async () => {
  const { redisCounter } = await import("@/server/platform/redis-counter");
  redisCounter().close();
  for (const socket of silent) socket.destroy();
  server.close();
  vi.unstubAllEnvs();
});

test("calls count in the process while Redis does not answer, up to the limit", async () => {
  const { limit } = await import("./limits");
  const outcomes = await Promise.allSettled(
    Array.from({ length: 80 }, () => limit("scans from this address", "192.0.2.1")),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(60);
});

test("unknown identifiers count in the process while Redis does not answer, up to the limit", async () => {
  const { lookUp } = await import("./lookups");
  const { ANONYMOUS } = await import("@/server/core/caller");
  const asker = { caller: ANONYMOUS, address: "192.0.2.2" };
  const outcomes = await Promise.all(
    Array.from({ length: 80 }, () =>
      lookUp(
        asker,
        async () => false,
        (isFound) => isFound,
      ).catch(() => "refused"),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === false)).toHaveLength(20);
});
