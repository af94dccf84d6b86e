import { execFile, spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Endpoint } from "@/server/api/endpoint";
import { operationIdOf } from "@/server/api/openapi-operation";
import { endpoints } from "@/server/api/registry";
import type { CodeLanguage } from "./languages";
import { reference } from "./reference";
import { sampleOf } from "./samples";

// Holds decision 0069.

const TOKEN = "ant_sample";
const FILE = "identifier,title";

/** A request as a sample sends it. */
interface Sent {
  method: string;
  /** Path and query. */
  target: string;
  token: string | undefined;
  /** JSON, or the text of a file. */
  body: unknown;
}

const calls = reference().parts.flatMap((part) => part.calls);

const BASE = "http://service.test";

function sampleFor(endpoint: Endpoint, language: CodeLanguage, baseUrl = BASE): string {
  const call = calls.find(({ id }) => id === operationIdOf(endpoint));
  if (!call) throw new Error(`The reference lacks ${endpoint.summary}.`);
  return sampleOf(call, language, baseUrl);
}

/** The request of the endpoint's example. */
function expectedOf({ method, path, auth, example }: Endpoint): Sent {
  const { params = {}, query = {}, body, file } = example;
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams(query);
  const isOpen = auth === "none" || auth === "scanner";
  return {
    method,
    target: `/api/v2${filled}${search.size > 0 ? `?${search}` : ""}`,
    token: isOpen ? undefined : TOKEN,
    body: file ? FILE : body,
  };
}

test.each(endpoints)("JavaScript of $method $path makes the call of its example", async (endpoint) => {
  const sent: Sent[] = [];
  const fetch = async (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    const isJson = headers.get("content-type") === "application/json";
    sent.push({
      method: init.method ?? "GET",
      target: url.slice(BASE.length),
      token: headers.get("an-api-token") ?? undefined,
      body: isJson ? JSON.parse(String(init.body)) : init.body,
    });
    return new Response("{}");
  };
  const code = sampleFor(endpoint, "javascript").replace(/^import .*\n/, "");
  const run = new Function("fetch", "process", "readFile", "console", `return (async () => { ${code} })()`);
  await run(fetch, { env: { TOKEN } }, async () => FILE, { log: () => {} });
  expect(sent).toEqual([expectedOf(endpoint)]);
});

const RECORDER = `
import io, json, sys, types
sent = []
class Response:
    status_code = 200
    content = b""
    text = ""
    def json(self): return {}
def call(method):
    def send(url, headers={}, json=None, data=None):
        sent.append({"method": method, "target": url[len(${JSON.stringify(BASE)}):],
            "token": headers.get("an-api-token"), "body": data.read() if data else json})
        return Response()
    return send
requests = types.ModuleType("requests")
requests.get, requests.post, requests.delete = call("GET"), call("POST"), call("DELETE")
sys.modules["requests"] = requests
for code in json.load(sys.stdin):
    exec(code, {"print": lambda *_: None, "open": lambda *_: io.StringIO(${JSON.stringify(FILE)})})
print(json.dumps(sent))
`;

const isHere = (command: string) => spawnSync(command, ["--version"], { stdio: "ignore" }).status === 0;

test.runIf(isHere("python3"))("Python of each call makes the call of its example", () => {
  const codes = endpoints.map((endpoint) => sampleFor(endpoint, "python"));
  const { stdout, stderr } = spawnSync("python3", ["-c", RECORDER], {
    input: JSON.stringify(codes),
    encoding: "utf8",
    env: { ...process.env, TOKEN },
  });
  expect(stderr).toBe("");
  const given = endpoints
    .map(expectedOf)
    .map(({ token = null, body = null, ...rest }) => ({ ...rest, token, body }));
  expect(JSON.parse(stdout)).toEqual(given);
});

const received: Sent[] = [];
const server = createServer(async (request, response) => {
  const body = await text(request);
  received.push({
    method: request.method ?? "",
    target: request.url ?? "",
    token: z.string().optional().parse(request.headers["an-api-token"]),
    body:
      body === ""
        ? undefined
        : request.headers["content-type"] === "application/json"
          ? JSON.parse(body)
          : body,
  });
  response.end("{}");
});
let address = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${z.object({ port: z.number() }).parse(server.address()).port}`;
});
afterAll(() => void server.close());

test.runIf(isHere("curl"))("curl of each call makes the call of its example", async () => {
  for (const endpoint of endpoints) {
    const code = sampleFor(endpoint, "curl", address)
      .replace("@stock.csv", "@-")
      .replace("-o image", "-o /dev/null");
    const run = promisify(execFile)("sh", ["-c", `printf %s "$FILE" | ${code}`], {
      env: { ...process.env, TOKEN, FILE },
    });
    await run;
  }
  expect(received).toEqual(endpoints.map(expectedOf));
});
