// Holds decision 0055.

import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { openPostgresProxy } from "@/lab/prove/postgres-proxy";
import { blobs } from "@/server/platform/blobs";
import { call, get, post, problem } from "@/server/testing/api";
import { newItem, newProducer } from "@/server/testing/factories";
import { until } from "@/server/testing/until";

const url = new URL(process.env.DATABASE_URL ?? "");
const [socketFolder = ""] = decodeURIComponent(url.host).split(",");

// A remote database has no socket folder.
const proxy = socketFolder.startsWith("/") ? await openPostgresProxy(socketFolder) : undefined;
if (proxy) process.env.DATABASE_URL = Object.assign(new URL(proxy.url), { pathname: url.pathname }).href;

const UNAVAILABLE = { status: 503, code: "unavailable", title: "Service Unavailable" };

test("503 with Retry-After while the file store is away, and nothing is left of the upload", async () => {
  const { token } = await newProducer();
  const body = { "content-type": "text/plain", data: Buffer.from("hello").toString("base64") };
  const faults = [
    Object.assign(new Error("connect"), { code: "ECONNREFUSED" }),
    Object.assign(new Error("reduce your request rate"), { $metadata: { httpStatusCode: 503 } }),
    Object.assign(new Error("no answer"), { name: "TimeoutError" }),
  ];
  for (const fault of faults) {
    vi.spyOn(blobs(), "put").mockRejectedValueOnce(fault);
    const reply = await post("/contents", body, { token });
    expect(problem(reply)).toMatchObject(UNAVAILABLE);
    expect(reply.headers.get("retry-after")).toBe("5");
  }
  expect((await post("/contents", body, { token })).status).toBe(200);
});

test.runIf(proxy)(
  "503 with Retry-After while the database is away; afterwards the same call, with the same key, works",
  async () => {
    const producer = await newProducer();
    const identifier = await newItem(producer);
    const headers = { "idempotency-key": randomUUID() };
    const calls = {
      read: () => get(`/items/${identifier}`),
      write: () => call("POST", `/items/${identifier}`, { token: producer.token, body: { title: "New" } }),
      scan: () => post("/scans", { identifier }, { headers }),
    };
    await calls.read();
    await proxy?.cut();
    for (const [name, ask] of Object.entries(calls)) {
      const reply = await ask();
      expect(problem(reply), name).toMatchObject(UNAVAILABLE);
      expect(reply.headers.get("retry-after"), name).toBe("5");
      expect(JSON.stringify(reply.body), name).not.toMatch(/connect|127\.0\.0\.1|postgres/i);
    }
    await proxy?.mend();
    for (const [name, ask] of Object.entries(calls))
      await until(async () => expect((await ask()).status, name).toBe(200));
  },
);
