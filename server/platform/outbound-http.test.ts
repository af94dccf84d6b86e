import { execFile } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer as createNetServer, type Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { listen, startCanary } from "@/server/testing/canary";
import { selfSigned } from "@/server/testing/self-signed";
import { AnswerHead } from "./outbound-answer";
import { type OutboundCall, type OutboundOptions, openOutboundHttp } from "./outbound-http";
import { dnsResolve } from "./outbound-resolve";

const SHORT_MS = 150;
const KIB = 1024;

function open(options: OutboundOptions) {
  const http = openOutboundHttp(options);
  onTestFinished(() => http.close());
  const post = (url: string, call: Partial<OutboundCall> = {}) =>
    http.post({ url, headers: {}, body: "{}", timeoutMs: 5000, ...call });
  return { post, close: () => http.close() };
}

/** A receiver with the given listener, and a client that may call it. */
async function startReceiver(listener: RequestListener, options: OutboundOptions = {}) {
  const server = createServer(listener);
  const port = await listen(server);
  const { post, close } = open({ allow: `127.0.0.1/32:${port}`, ...options });
  const url = `http://127.0.0.1:${port}/`;
  return { server, port, url, close, post: (call?: Partial<OutboundCall>) => post(url, call) };
}

/** A receiver that answers a call with exactly these bytes, then leaves the connection open or ends it. */
async function startRaw(answer: string | Buffer, then: "open" | "end" | "reset" = "open") {
  const server = createNetServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => {
      socket.write(answer, () => {
        if (then === "end") socket.end();
        if (then === "reset") socket.resetAndDestroy();
      });
    });
  });
  const port = await listen(server);
  const { post } = open({ allow: `127.0.0.1/32:${port}` });
  return (call?: Partial<OutboundCall>) => post(`http://127.0.0.1:${port}/`, call);
}

describe("a call", () => {
  test("is one POST with its body byte for byte, its headers and ours", async () => {
    const seen: { request: IncomingMessage; body: Buffer }[] = [];
    const { post, url, port } = await startReceiver(async (request, response) => {
      seen.push({ request, body: await buffer(request) });
      response.end();
    });
    const body = Buffer.from([0, 255, 10, 0xc3]);
    const headers = { "user-agent": "Assay", "webhook-id": "msg_1", "content-type": "application/json" };
    await post({ url: `${url}a%20b?c=d#e`, body, headers });
    const [call] = seen;
    expect(call?.body).toEqual(body);
    expect([call?.request.method, call?.request.url]).toEqual(["POST", "/a%20b?c=d"]);
    expect(call?.request.headers).toEqual({
      ...headers,
      host: `127.0.0.1:${port}`,
      connection: "keep-alive",
      "content-length": "4",
      "accept-encoding": "identity",
    });
  });

  test("returns the status, the time, Retry-After and the beginning of the body", async () => {
    const { post } = await startReceiver((_request, response) => {
      response.writeHead(503, { "retry-after": "Wed, 21 Oct 2099 07:28:00 GMT" }).end("later");
    });
    expect(await post()).toEqual({
      kind: "answered",
      status: 503,
      latencyMs: expect.any(Number),
      answerHead: "later",
      retryAfter: "Wed, 21 Oct 2099 07:28:00 GMT",
    });
  });

  test("without Retry-After returns none; a long value is cut", async () => {
    let retryAfter: string | undefined;
    const { post } = await startReceiver((_request, response) => {
      response.writeHead(429, retryAfter ? { "retry-after": retryAfter } : {}).end();
    });
    expect(await post()).toMatchObject({ retryAfter: undefined });
    retryAfter = "1".repeat(5000);
    expect(await post()).toMatchObject({ retryAfter: "1".repeat(100) });
  });

  test("with an invalid header throws, since the caller is wrong", async () => {
    const { post } = await startReceiver((_request, response) => void response.end());
    await expect(post({ headers: { "x-a": "a\r\nx-b: b" } })).rejects.toThrow("invalid x-a header");
  });

  test("keeps its connection unless many are open", async () => {
    const seen: (string | undefined)[] = [];
    const listener: RequestListener = (request, response) => {
      seen.push(request.headers.connection);
      response.end();
    };
    const [one, two] = [await listen(createServer(listener)), await listen(createServer(listener))];
    const { post } = open({ allow: `127.0.0.1/32:${one},127.0.0.1/32:${two}`, socketsKept: 1 });
    for (const port of [one, two]) await post(`http://127.0.0.1:${port}/`);
    expect(seen).toEqual(["keep-alive", "close"]);
  });

  test("ignores the environment's proxies", async () => {
    const canary = await startCanary();
    for (const name of ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY"]) {
      vi.stubEnv(name, `http://127.0.0.1:${canary.port}`);
    }
    vi.stubEnv("NODE_USE_ENV_PROXY", "1");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { post } = await startReceiver((_request, response) => void response.end());
    expect(await post()).toMatchObject({ status: 200 });
    expect(await canary.connections()).toBe(0);
  });
});

describe("a response body", () => {
  test("is stored as 4 KiB of text, without NUL, invalid bytes replaced", async () => {
    let body: Buffer = Buffer.alloc(0);
    const { post } = await startReceiver((_request, response) => void response.end(body));
    const headOf = async (bytes: Buffer) => {
      body = bytes;
      const outcome = await post();
      return outcome.kind === "answered" ? outcome.answerHead : outcome;
    };
    expect(await headOf(Buffer.from("a\0b\0"))).toBe("ab");
    expect(await headOf(Buffer.from([0x61, 0xff, 0x62]))).toBe("a\ufffdb");
    expect(await headOf(Buffer.from([0x61, 0xc3]))).toBe("a\ufffd");
    expect(await headOf(Buffer.alloc(5000, "a"))).toBe("a".repeat(4096));
    expect(await headOf(Buffer.alloc(9000, 0xff))).toBe("\ufffd".repeat(1365));
    expect(await headOf(Buffer.from(`a${"é".repeat(3000)}`))).toBe(`a${"é".repeat(2047)}`);
    expect(await headOf(Buffer.from(`\0\0\0${"é".repeat(3000)}`))).toBe("é".repeat(2046));
    expect(await headOf(Buffer.from(`ab${"😀".repeat(3000)}`))).toBe(`ab${"😀".repeat(1023)}`);
  });

  test("is not decompressed", async () => {
    const bomb = gzipSync(Buffer.alloc(10_000 * KIB, "a"));
    const { post } = await startReceiver((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
    });
    const outcome = await post();
    expect(outcome).toMatchObject({ status: 200, answerHead: expect.stringContaining("\u001f\ufffd") });
    expect(JSON.stringify(outcome)).not.toContain("aaaa");
  });

  test("is read to 64 KiB and no further", () => {
    const head = new AnswerHead();
    let given = KIB;
    while (head.take(Buffer.alloc(KIB, "a"))) given += KIB;
    expect(head.text()).toBe("a".repeat(4 * KIB));
    expect(given).toBe(64 * KIB);
  });

  test("without an end is cut, and its connection is closed", async () => {
    let gone: Promise<unknown> | undefined;
    const { post } = await startReceiver((_request, response) => {
      gone = once(response, "close");
      const chunk = Buffer.alloc(64 * KIB, "a");
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on("drain", more);
      more();
    });
    expect(await post()).toMatchObject({ kind: "answered", status: 200, answerHead: "a".repeat(4 * KIB) });
    await gone;
  });

  test("above 64 KiB leaves no connection for the next call; a shorter one does", async () => {
    const sockets = new Set<Socket>();
    let bytes = 63 * KIB;
    const { post } = await startReceiver(
      (request, response) => {
        sockets.add(request.socket);
        response.end(Buffer.alloc(bytes));
      },
      { connections: 1 },
    );
    await post();
    await post();
    expect(sockets.size).toBe(1);
    bytes = 10_000 * KIB;
    await post();
    expect(sockets.size).toBe(1);
    await post();
    expect(sockets.size).toBe(2);
  });

  test("that is shorter or longer than its headers say is a bad answer", async () => {
    const short = await startRaw("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc", "end");
    expect(await short()).toMatchObject({ kind: "failed", reason: "connection" });
    const chunks = await startRaw("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n");
    expect(await chunks()).toMatchObject({ kind: "failed", reason: "bad-answer" });
    const garbage = await startRaw("HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nabc");
    expect(await garbage()).toMatchObject({ status: 200, answerHead: "a" });
  });
});

describe("the timeout of a call", () => {
  const LATE = { kind: "failed", reason: "timeout", message: "No whole answer within 150 ms." };

  test("ends a call without a response", async () => {
    let gone: Promise<unknown> | undefined;
    const { post } = await startReceiver((request) => {
      gone = once(request.socket, "close");
    });
    const outcome = await post({ timeoutMs: SHORT_MS });
    expect(outcome).toMatchObject(LATE);
    expect(outcome.latencyMs).toBeGreaterThanOrEqual(SHORT_MS - 2);
    await gone;
  });

  test("ends a slow body", async () => {
    let gone: Promise<unknown> | undefined;
    const { post } = await startReceiver((_request, response) => {
      const drip = setInterval(() => response.write("."), 10);
      gone = once(response, "close").then(() => clearInterval(drip));
    });
    expect(await post({ timeoutMs: SHORT_MS })).toMatchObject(LATE);
    await gone;
  });

  test("ends slow headers and endless informational responses", async () => {
    const server = createNetServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => {
        const drip = setInterval(() => socket.write("HTTP/1.1 103 Early Hints\r\nx-a: b\r\n\r\n"), 10);
        socket.on("close", () => clearInterval(drip));
      });
    });
    const port = await listen(server);
    const { post } = open({ allow: `127.0.0.1/32:${port}` });
    expect(await post(`http://127.0.0.1:${port}/`, { timeoutMs: SHORT_MS })).toMatchObject({
      kind: "failed",
    });
    const headers = await startRaw("HTTP/1.1 200 OK\r\nx-a: ");
    expect(await headers({ timeoutMs: SHORT_MS })).toMatchObject(LATE);
  });

  test("ends an endless body", async () => {
    const post = await startRaw("HTTP/1.1 200 OK\r\n\r\nhello");
    expect(await post({ timeoutMs: SHORT_MS })).toMatchObject(LATE);
  });

  test("ends a TLS handshake without a response", async () => {
    const port = await listen(createNetServer());
    const { post } = open({ allow: `127.0.0.1/32:${port}` });
    expect(await post(`https://127.0.0.1:${port}/`, { timeoutMs: SHORT_MS })).toMatchObject(LATE);
  });

  test("ends a look-up without a response", async () => {
    const { post } = open({ resolve: () => new Promise(() => undefined) });
    expect(await post("http://hooks.example/", { timeoutMs: SHORT_MS })).toMatchObject(LATE);
  });

  test("ends a wait for a connection, and the late call is never sent", async () => {
    const asked: string[] = [];
    let answerSlow = (): unknown => undefined;
    const { post, url } = await startReceiver(
      (request, response) => {
        asked.push(request.url ?? "");
        if (request.url === "/slow") answerSlow = () => response.end();
        else response.end();
      },
      { connections: 1 },
    );
    const slow = post({ url: `${url}slow` });
    const late = await post({ url: `${url}late`, timeoutMs: SHORT_MS });
    expect(late).toMatchObject(LATE);
    answerSlow();
    expect(await slow).toMatchObject({ status: 200 });
    expect(await post({ url: `${url}next` })).toMatchObject({ status: 200 });
    expect(asked).toEqual(["/slow", "/next"]);
  });
});

describe("a fault is returned, not thrown", () => {
  test.each([
    ["garbage", "SSH-2.0-OpenSSH_9.9\r\n\r\n", "bad-answer"],
    ["HTTP/2", "HTTP/2 200\r\n\r\n", "bad-answer"],
    ["an invalid status", "HTTP/1.1 abc OK\r\n\r\n", "bad-answer"],
    ["two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab", "bad-answer"],
    [
      "a length and chunks",
      "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
      "bad-answer",
    ],
    ["a header of 20 KiB", `HTTP/1.1 200 OK\r\nx-a: ${"a".repeat(20 * KIB)}\r\n\r\n`, "bad-answer"],
    ["headers without end", `HTTP/1.1 200 OK\r\n${"x-a: b\r\n".repeat(4 * KIB)}`, "bad-answer"],
    [
      "trailers without end",
      `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n${"x-a: b\r\n".repeat(4 * KIB)}`,
      "bad-answer",
    ],
    ["an unexpected 100 Continue", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", "bad-answer"],
    [
      "another protocol",
      "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n",
      "bad-answer",
    ],
  ])("%s", async (_what, answer, reason) => {
    const post = await startRaw(answer);
    expect(await post()).toMatchObject({ kind: "failed", reason });
  });

  test("other informational responses are skipped", async () => {
    const post = await startRaw(
      "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\nok",
    );
    expect(await post()).toMatchObject({ kind: "answered", status: 201, answerHead: "ok" });
  });

  test.each(["end", "reset"] as const)("a connection's %s", async (how) => {
    const post = await startRaw("", how);
    expect(await post()).toMatchObject({ kind: "failed", reason: "connection" });
  });

  test("a port without a listener, for each of many calls", async () => {
    const closed = 1;
    const { post } = open({ allow: `127.0.0.1/32:${closed}`, connections: 2 });
    const calls = Array.from({ length: 20 }, () => post(`http://127.0.0.1:${closed}/`));
    for (const outcome of await Promise.all(calls)) {
      expect(outcome).toMatchObject({
        reason: "connection",
        message: "The connection failed (ECONNREFUSED).",
      });
    }
  });

  test("a refused address, for each of many calls", async () => {
    const { post } = open({ allow: "", connections: 2 });
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => post("http://127.0.0.1/")));
    expect(outcomes.map((outcome) => outcome.kind === "failed" && outcome.reason)).toEqual(
      Array.from({ length: 20 }, () => "refused-address"),
    );
  });

  test("a name without an address, and a look-up that fails", async () => {
    const none = open({ resolve: async () => [] });
    expect(await none.post("http://hooks.example/")).toMatchObject({ reason: "dns" });
    const failing = open({ resolve: () => Promise.reject(new Error("SERVFAIL")) });
    expect(await failing.post("http://hooks.example/")).toMatchObject({
      reason: "dns",
      message: "hooks.example has no address.",
    });
  });

  test("a URL that cannot be a receiver's", async () => {
    const { post } = open({});
    expect(await post("ftp://hooks.example/")).toMatchObject({ kind: "failed", reason: "invalid-url" });
    expect(await post("http://a:b@hooks.example/")).toMatchObject({ kind: "failed", reason: "invalid-url" });
  });

  test("after the client is closed, calls in flight and later ones end as closed", async () => {
    const { post, close, server, url, port } = await startReceiver(
      (request, response) => void (request.url === "/drip" && response.write(".")),
      { connections: 1, resolve: () => new Promise(() => undefined) },
    );
    const called = once(server, "request");
    const silent = post();
    await called;
    const waiting = post();
    const lookingUp = post({ url: "http://hooks.example/" });
    const dripping = post({ url: `http://localhost:${port}/drip` });
    await once(server, "request");
    await close();
    for (const call of [silent, waiting, lookingUp, dripping, post({ url })]) {
      expect(await call).toMatchObject({ kind: "failed", reason: "closed" });
    }
  });
});

describe("TLS", () => {
  async function startTls(name: string) {
    const pair = selfSigned(name);
    let requests = 0;
    const server = createTlsServer(pair, (_request, response) => {
      requests += 1;
      response.end("secure");
    });
    const port = await listen(server);
    return { ...pair, port, requests: () => requests };
  }

  test("a self-signed certificate is refused, whatever the environment says", async () => {
    const { port, requests } = await startTls("hooks.example");
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    // Node warns about this setting, rightly.
    const warning = vi.spyOn(process, "emitWarning").mockReturnValue();
    onTestFinished(() => {
      vi.unstubAllEnvs();
      warning.mockRestore();
    });
    const { post } = open({ allow: `127.0.0.1/32:${port}`, resolve: async () => ["127.0.0.1"] });
    expect(await post(`https://hooks.example:${port}/`)).toMatchObject({
      reason: "tls",
      message: "No trusted TLS connection could be made (DEPTH_ZERO_SELF_SIGNED_CERT).",
    });
    expect(requests()).toBe(0);
  });

  test("a certificate is checked against the name, not the address", async () => {
    const { port, cert, requests } = await startTls("hooks.example");
    const folder = await mkdtemp(path.join(os.tmpdir(), "assay-tls-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const trusted = path.join(folder, "trusted.pem");
    await writeFile(trusted, cert);
    // Node reads this variable only at the start of a process.
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: trusted };
    const urls = [
      `https://hooks.example:${port}/`,
      `https://others.example:${port}/`,
      `https://127.0.0.1:${port}/`,
    ];
    const args = ["--import", "tsx", "server/testing/post-tls.ts", String(port), ...urls];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    expect(JSON.parse(stdout)).toMatchObject([
      { kind: "answered", answerHead: "secure" },
      { reason: "tls" },
      { reason: "tls" },
    ]);
    expect(requests()).toBe(1);
  }, 30_000);

  test("plain HTTP where TLS is expected is a TLS fault", async () => {
    const { port } = await startReceiver((_request, response) => void response.end());
    const { post } = open({ allow: `127.0.0.1/32:${port}` });
    expect(await post(`https://127.0.0.1:${port}/`)).toMatchObject({ reason: "tls" });
  });
});

describe("name servers", () => {
  /** Answers every query for one kind of address, or says that there is none; with `silent`, never answers. */
  async function startNameServer(addresses: { a?: number[]; aaaa?: number[]; silent?: boolean }) {
    const server = createSocket("udp4");
    const asked: string[] = [];
    server.on("message", (question, from) => {
      asked.push(question.subarray(13, 13 + (question[12] ?? 0)).toString());
      if (addresses.silent) return;
      const end = question.indexOf(0, 12) + 5;
      const isA = question.readUInt16BE(end - 4) === 1;
      const address = isA ? addresses.a : addresses.aaaa;
      const head = Buffer.from(question.subarray(0, 12));
      head.writeUInt16BE(address ? 0x8180 : 0x8183, 2);
      head.writeUInt16BE(address ? 1 : 0, 6);
      head.writeUInt32BE(0, 8);
      const answer = Buffer.from([0xc0, 12, 0, isA ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, address?.length ?? 0]);
      const parts = [head, question.subarray(12, end), ...(address ? [answer, Buffer.from(address)] : [])];
      server.send(Buffer.concat(parts), from.port, from.address);
    });
    server.bind(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    return { resolve: dnsResolve([`127.0.0.1:${server.address().port}`]), asked };
  }

  const LOOPBACK_V6 = [...Array.from({ length: 15 }, () => 0), 1];

  test("are queried for both kinds of address", async () => {
    const { resolve, asked } = await startNameServer({ a: [127, 0, 0, 1], aaaa: LOOPBACK_V6 });
    expect(await resolve("hooks.example")).toEqual(["127.0.0.1", "::1"]);
    expect(asked).toEqual(["hooks", "hooks"]);
  });

  test("may know only one kind", async () => {
    const { resolve } = await startNameServer({ a: [127, 0, 0, 1] });
    const { port } = await startReceiver((_request, response) => void response.end());
    const { post } = open({ allow: `127.0.0.1/32:${port}`, resolve });
    expect(await post(`http://hooks.example:${port}/`)).toMatchObject({ status: 200 });
    expect(await post("http://hooks.example/")).toMatchObject({ reason: "refused-address" });
  });

  test("may know no address", async () => {
    const { resolve } = await startNameServer({});
    expect(await open({ resolve }).post("http://hooks.example/")).toMatchObject({ reason: "dns" });
  });

  test("may be silent: the call ends at its timeout, and files can be read meanwhile", async () => {
    const { resolve, asked } = await startNameServer({ silent: true });
    const { post } = open({ resolve });
    const calls = Array.from({ length: 20 }, (_, index) =>
      post(`http://${index}.hooks.example/`, { timeoutMs: SHORT_MS }),
    );
    await rm(await mkdtemp(path.join(os.tmpdir(), "assay-dns-")), { recursive: true });
    for (const outcome of await Promise.all(calls)) expect(outcome).toMatchObject({ reason: "timeout" });
    expect(new Set(asked).size).toBe(20);
  });
});
