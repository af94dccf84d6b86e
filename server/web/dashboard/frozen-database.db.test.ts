import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { openPostgresProxy } from "@/lab/prove/postgres-proxy";
import { runtime } from "@/server/runtime/runtime";
import { newSignedIn, producerHeaders } from "@/server/testing/dashboard";
import { newItem, newProducer, newScan } from "@/server/testing/factories";
import { inRequestScope } from "@/server/testing/next-scope.mjs";
import { serveTrpc } from "@/server/trpc/handler";
import { watchScans } from "./live";
import { showScanMap } from "./scan-map";
import { uploadContent } from "./upload";

// After next-scope, which prepares globals for Next.
const { NextRequest } = await import("next/server");
const { signingIn } = await import("./auth");
const { currentSignedIn } = await import("@/app/request/request");

// Holds R2 for the dashboard.

const ORIGIN = "https://assay.test";

const url = new URL(process.env.DATABASE_URL ?? "");
const [socketFolder = ""] = decodeURIComponent(url.host).split(",");

// A remote database has no socket folder.
test.runIf(socketFolder.startsWith("/"))(
  "while the database is frozen, every request of the dashboard is answered within 5 s",
  async () => {
    const proxy = await openPostgresProxy(socketFolder);
    onTestFinished(() => proxy.close());
    process.env.DATABASE_URL = Object.assign(new URL(proxy.url), { pathname: url.pathname }).href;
    const producer = await newProducer();
    const { cookie } = await newSignedIn([{ producer, role: "owner" }]);
    const scan = await newScan(await newItem(producer), { location: { latitude: 52.5, longitude: 13.4 } });
    const headers = {
      cookie,
      ...producerHeaders(cookie),
      "sec-fetch-site": "same-origin",
      "content-type": "text/plain",
    };
    const ask = (path: string) => new Request(ORIGIN + path, { headers });

    const calls: Record<string, () => Promise<Response>> = {
      procedure: () => serveTrpc(ask("/api/trpc/people.me?batch=1&input=%7B%7D")),
      upload: () =>
        uploadContent(
          new Request(`${ORIGIN}/api/dashboard/contents?name=a.txt`, { method: "POST", headers, body: "x" }),
        ),
      "live feed": () => watchScans(ask("/api/live")),
      session: () =>
        inRequestScope(new Headers(headers), () =>
          signingIn(new NextRequest(`${ORIGIN}/api/auth/session`, { headers }), {
            params: Promise.resolve({ nextauth: ["session"] }),
          }),
        ),
      page: () =>
        inRequestScope(new Headers(headers), () => currentSignedIn()).then(
          () => new Response(),
          () => new Response(null, { status: 500 }),
        ),
    };
    for (const [name, call] of Object.entries(calls)) expect((await call()).status, name).toBe(200);

    // Calls without an open connection are refused sooner.
    const { callers } = runtime().database;
    await Promise.all(Array.from({ length: 12 }, () => callers.execute(sql`select pg_sleep(0.2)`)));
    proxy.hold();
    const map = () =>
      showScanMap(ask(`/api/dashboard/scans/${scan}/map`), { params: Promise.resolve({ id: scan }) });
    const started = performance.now();
    const answers = await Promise.all(
      Object.entries({ ...calls, map }).map(async ([name, call]) => {
        const { status } = await call();
        return { name, status, isInTime: performance.now() - started < 5_000 };
      }),
    );
    expect(answers.filter(({ status, isInTime }) => status < 500 || !isInTime)).toEqual([]);
  },
  40_000,
);
