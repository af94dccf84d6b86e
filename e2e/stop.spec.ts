import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { apiCalls } from "@/db/schema/api-calls";
import { newProducer } from "./credentials";
import { inside } from "./inside";
import { freePort, startOwnService } from "./own-service";
import { DATA_DIR } from "./where";

const ORPHANS = 1_000;
/** Deleting all takes 20 s: much longer than a shutdown takes, and shorter than its time limit. */
const REMOVED_IN_MS = 20;

const Created = z.object({ id: z.string() });

/** An S3 bucket with old orphans and slow deletes. */
async function startBucket() {
  const kept = new Set<string>();
  const orphans = new Set<string>(Array.from({ length: ORPHANS }, () => randomUUID()));
  const entry = (key: string) =>
    `<Contents><Key>${key}</Key><LastModified>2020-01-01T00:00:00.000Z</LastModified></Contents>`;
  const server = createServer((request, response) => {
    request.resume();
    const key = path.posix.basename(request.url?.split("?")[0] ?? "");
    if (request.method === "PUT") {
      kept.add(key);
      response.end();
    } else if (request.method === "DELETE") {
      kept.delete(key);
      orphans.delete(key);
      setTimeout(() => response.writeHead(204).end(), REMOVED_IN_MS);
    } else {
      const entries = [...kept, ...orphans].map(entry).join("");
      response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${entries}</ListBucketResult>`);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The bucket has no address.");
  return { endpoint: `http://127.0.0.1:${address.port}`, kept, orphans, close: () => server.close() };
}

async function upload(url: string, token: string): Promise<string> {
  const response = await fetch(`${url}/api/v2/contents`, {
    method: "POST",
    headers: { "content-type": "application/json", "an-api-token": token },
    body: JSON.stringify({ "content-type": "text/plain", data: "eA==" }),
  });
  return Created.parse(await response.json()).id;
}

test("SIGTERM during a sweep ends the sweep and the service cleanly", async () => {
  const bucket = await startBucket();
  const dataDir = path.resolve(`.data/stop-${randomUUID()}`);
  const port = await freePort();
  const start = () =>
    startOwnService(["dist/main.mjs"], port, {
      DATA_DIR: dataDir,
      DATABASE_URL: "",
      PORT: String(port),
      PUBLIC_BASE_URL: `http://localhost:${port}`,
      S3_BUCKET: "contents",
      S3_ENDPOINT: bucket.endpoint,
      AWS_ACCESS_KEY_ID: "any",
      AWS_SECRET_ACCESS_KEY: "any",
    });
  let service = await start();
  try {
    const { token } = await newProducer("Swept", dataDir);
    const id = await upload(service.url, token);
    await service.end("SIGTERM");
    // A service without any content does not sweep.
    expect(bucket.orphans.size).toBe(ORPHANS);

    service = await start();
    await expect.poll(() => bucket.orphans.size, { intervals: [10] }).toBeLessThan(ORPHANS);
    await service.end("SIGTERM");
    expect(service.process.exitCode).toBe(0);
    expect(bucket.orphans.size).toBeGreaterThan(0);
    expect(bucket.kept).toContain(id);
  } finally {
    if (service.process.exitCode === null) await service.end("SIGKILL");
    bucket.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test("a call that is answered at the very end of the service is in the request log", async () => {
  const { producerId, token } = await newProducer("Last call");
  const port = await freePort();
  const service = await startOwnService(["dist/main.mjs"], port, {
    DATA_DIR,
    DATABASE_URL: "",
    BACKUPS: "off",
    PORT: String(port),
    PUBLIC_BASE_URL: `http://localhost:${port}`,
  });
  const socket = connect(port, "localhost");
  try {
    const body = JSON.stringify({ title: "Without an identifier" });
    const head = [
      "POST /api/v2/items HTTP/1.1",
      "host: localhost",
      `an-api-token: ${token}`,
      "content-type: application/json",
      `content-length: ${body.length}`,
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    const ended = service.end("SIGTERM");
    const accepts = () =>
      fetch(`${service.url}/livez`).then(
        () => true,
        () => false,
      );
    await expect.poll(accepts, { intervals: [20] }).toBe(false);
    socket.write(body);
    await ended;
    const { db } = await inside();
    const rows = await db.select().from(apiCalls).where(eq(apiCalls.producerId, producerId));
    expect(rows).toMatchObject([{ endpoint: "/items", status: 400 }]);
  } finally {
    socket.destroy();
    if (service.process.exitCode === null) await service.end("SIGKILL");
  }
});
