import { randomUUID } from "node:crypto";
import http from "node:http";
import net from "node:net";
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { z } from "zod";
import { endpoints } from "@/server/api/registry";
import { newProducer } from "../credentials";
import { FRONT_PORT } from "../where";
import { type HostileRequest, hostileRequests } from "./requests";

const REQUESTS = Number(process.env.MALFORMED_REQUESTS ?? 5_000);
const SEED = Number(process.env.MALFORMED_SEED ?? 20_261_121);

const Problem = z.object({ status: z.number(), code: z.string(), requestId: z.string() });

const agent = new http.Agent({ keepAlive: true });

function send({
  method,
  path,
  headers,
  body,
}: HostileRequest): Promise<{ status: number; type: string; text: string }> {
  return new Promise((resolve, reject) => {
    const request = http.request({ agent, port: FRONT_PORT, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers["content-type"] ?? "",
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** Fault of a response: a 5xx, or a refusal that is not problem+json; undefined if correct. */
function faultOf({ status, type, text }: { status: number; type: string; text: string }): string | undefined {
  if (status < 400) return undefined;
  if (status >= 500 || type !== "application/problem+json") return `${status} ${type}: ${text}`;
  const problem = Problem.safeParse(JSON.parse(text));
  return problem.success && problem.data.status === status ? undefined : `not a problem: ${text}`;
}

const expectAlive = async () =>
  expect((await fetch(`http://localhost:${FRONT_PORT}/readyz`)).status).toBe(200);

test(`${REQUESTS} malformed requests from the endpoints' own schemas: no 5xx, and the service survives`, async () => {
  test.setTimeout(60_000 + REQUESTS * 20);
  const { token, ownerKey } = await newProducer("Fuzz");
  const identifier = `fuzz ${randomUUID()}`;
  const made = await fetch(`http://localhost:${FRONT_PORT}/api/v2/items`, {
    method: "POST",
    headers: { "content-type": "application/json", "an-api-token": token },
    body: JSON.stringify({ identifier }),
  });
  expect(made.status).toBe(200);

  const any = fc.oneof(
    ...endpoints.map((endpoint) => hostileRequests(endpoint, [token, token, ownerKey], [identifier])),
  );
  await fc.assert(
    fc.asyncProperty(any, async (request) => {
      const fault = faultOf(await send(request));
      if (fault) throw new Error(fault);
    }),
    { numRuns: REQUESTS, seed: SEED, endOnFailure: true },
  );
  await expectAlive();
});

/** Response to raw bytes on a socket, up to the end of the response or the close. */
function raw(bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect(FRONT_PORT, "localhost");
    let text = "";
    const done = () => {
      socket.destroy();
      resolve(text);
    };
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (/\r\n\r\n[\s\S]*\}$/.test(text)) done();
    });
    socket.on("error", done);
    socket.on("close", done);
    socket.end(bytes);
  });
}

const HOST = "Host: localhost\r\n";
const JSON_TYPE = "Content-Type: application/json\r\n";

const RAW: [what: string, bytes: string | Buffer, status?: string][] = [
  ["no HTTP at all", "hello\r\n\r\n"],
  ["TLS to a plain port", Buffer.from("16030100a5010000a10303", "hex")],
  ["binary noise", Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 73) % 256))],
  ["no host", "GET /api/v2 HTTP/1.1\r\n\r\n"],
  ["a host that is none", "GET /api/v2 HTTP/1.1\r\nHost: a b[\r\n\r\n"],
  ["two lengths", `POST /api/v2/scans HTTP/1.1\r\n${HOST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
  [
    "length and chunks",
    `POST /api/v2/scans HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ["a negative length", `POST /api/v2/scans HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n`],
  [
    "a broken chunk",
    `POST /api/v2/scans HTTP/1.1\r\n${HOST}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  ],
  ["an unknown transfer encoding", `POST /api/v2/scans HTTP/1.1\r\n${HOST}Transfer-Encoding: gzip\r\n\r\n`],
  ["headers without end", `GET /api/v2 HTTP/1.1\r\n${"a: b\r\n".repeat(5000)}`],
  ["a header of 100 KB", `GET /api/v2 HTTP/1.1\r\n${HOST}X: ${"x".repeat(100_000)}\r\n\r\n`],
  ["a path of 100 KB", `GET /api/v2/items/${"x".repeat(100_000)} HTTP/1.1\r\n${HOST}\r\n`],
  ["a control character in a header", `GET /api/v2 HTTP/1.1\r\n${HOST}X: a\x01b\r\n\r\n`],
  [
    "an unknown expectation",
    `POST /api/v2/scans HTTP/1.1\r\n${HOST}${JSON_TYPE}Expect: magic\r\nContent-Length: 2\r\n\r\n{}`,
  ],
  ["an upgrade", `GET /api/v2 HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
  ["TRACE", `TRACE /api/v2/items HTTP/1.1\r\n${HOST}\r\n`, "405"],
  ["PROPFIND", `PROPFIND /api/v2/items HTTP/1.1\r\n${HOST}\r\n`, "405"],
  ["CONNECT", `CONNECT example.org:443 HTTP/1.1\r\n${HOST}\r\n`, "closed"],
  ["an asterisk", `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`],
  ["an absolute target", `GET http://evil.test/api/v2 HTTP/1.1\r\n${HOST}\r\n`, "200"],
  ["a backslash in the path", `GET /api/v2\\items HTTP/1.1\r\n${HOST}\r\n`],
  ...["/items", "/api/auth", "/api/trpc", "/api/live", "/api", "/_next/static"].map(
    (folder): [string, string] => [
      `a path below ${folder} that is not UTF-8`,
      `GET ${folder}/%ff HTTP/1.1\r\n${HOST}\r\n`,
    ],
  ),
  ["dots within the API path", `GET /api/v2/items/../../v2 HTTP/1.1\r\n${HOST}\r\n`, "200"],
  ["a body on GET", `GET /api/v2 HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 5\r\n\r\n{"a":`, "200"],
  [
    "a body that never comes",
    `POST /api/v2/scans HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 50\r\n\r\n{`,
  ],
  ["HTTP/2 prior knowledge", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["HTTP/1.0", "GET /api/v2 HTTP/1.0\r\n\r\n", "200"],
  ["HTTP/9.9", `GET /api/v2 HTTP/9.9\r\n${HOST}\r\n`],
];

for (const [what, bytes, expected = "400"] of RAW) {
  test(`on a raw socket, ${what}: ${expected}, and the service survives`, async () => {
    const [, status = "closed"] = /^HTTP\/1\.1 (\d{3})/.exec(await raw(bytes)) ?? [];
    expect(status).toBe(expected);
    await expectAlive();
  });
}
