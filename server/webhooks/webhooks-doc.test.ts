import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { Webhook } from "standardwebhooks";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";

vi.stubEnv("PUBLIC_BASE_URL", "https://assay.example");
const { bodyOf } = await import("./body");
const { EVENTS, isExtension } = await import("@/server/events/catalogue");
const { RETRY_DELAYS_SECONDS } = await import("./schedule");
const { sampleOf } = await import("./samples");
const { signedHeaders } = await import("./sign");
const { sealedSecret } = await import("./hooks/create");

const DOC = readFileSync("docs/guides/webhooks.md", "utf8");

const PRODUCER = { id: "019df23e-7c00-7a51-9e0c-5d3f2b8a4c01", name: "Acme" };
const HOOK = {
  id: "019df23e-8ba0-7c14-8b7d-0e6a91f2d402",
  events: ["*"],
  events_as_list: false,
  url: "https://acme.example/hooks",
  data: {},
  executed: 7,
  created_at: "2026-05-01T08:00:00.000Z",
  updated_at: "2026-05-01T08:00:00.000Z",
};
const AT = new Date("2026-05-04T09:30:00Z");
const SECRET = "whsec_bm90IGEgc2VjcmV0LCBidXQgYW4gZXhhbXBsZQ==";

const bodyOfSample = (type: (typeof EVENTS)[number]) =>
  bodyOf({
    type,
    snapshot: { producer: PRODUCER, ...sampleOf(type, { producerId: PRODUCER.id, at: AT }) },
    hook: isExtension(type) ? { ...HOOK, events: [type] } : HOOK,
  });

/** The first code block below a heading. */
function codeBelow(heading: string): string {
  const section = DOC.split(/^##+ /m).find((text) => text.startsWith(`${heading}\n`));
  const code = section && /```\w+[^\n]*\n(.*?)\n```/s.exec(section)?.[1];
  if (!code) throw new Error(`docs/guides/webhooks.md has no code below "${heading}".`);
  return code;
}

test.each(EVENTS)("docs/guides/webhooks.md shows %s as it is sent", (type) => {
  expect(JSON.stringify(JSON.parse(codeBelow(type)))).toBe(bodyOfSample(type));
});

test("docs/guides/webhooks.md shows the headers that belong to its sample body", () => {
  const sealed = {
    hookId: HOOK.id,
    secret: sealedSecret(SECRET, HOOK.id),
    previousSecret: null,
    previousSecretUntil: null,
  };
  const id = "019df23e-9000-4b1d-a3c5-7e2f6d8091b3";
  const headers = signedHeaders(sealed, { id, body: bodyOfSample("itemCreated"), at: AT });
  expect(DOC).toContain(SECRET);
  for (const [name, value] of Object.entries(headers)) expect(DOC).toContain(`\n${name}: ${value}\n`);
});

test("docs/guides/webhooks.md shows the schedule", () => {
  const spans = RETRY_DELAYS_SECONDS.map((seconds) => {
    if (seconds < 60) return `${seconds} s`;
    return seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`;
  });
  expect(DOC).toContain(`| after | 0 | ${spans.join(" | ")} |`);
});

interface Language {
  heading: string;
  /** The command that shows whether the language is installed. */
  isHere: [command: string, ...args: string[]];
  command: string;
  /** The file for the code, if the language needs one. */
  file?: string;
  args(code: string): string[];
}

const LANGUAGES: Language[] = [
  {
    heading: "Node.js",
    isHere: ["node", "--version"],
    command: "node",
    args: (code) => ["--input-type=module", "-e", code],
  },
  {
    heading: "Python, with the library",
    isHere: ["python3", "-c", "import standardwebhooks"],
    command: "python3",
    args: (code) => ["-c", code],
  },
  {
    heading: "Python, without",
    isHere: ["python3", "--version"],
    command: "python3",
    args: (code) => ["-c", code],
  },
  {
    heading: "Go",
    isHere: ["go", "version"],
    command: "go",
    file: "main.go",
    args: (file) => ["run", file],
  },
  {
    heading: "PHP",
    isHere: ["php", "--version"],
    command: "php",
    file: "receiver.php",
    args: (file) => ["-S", "127.0.0.1:$PORT", file],
  },
  {
    heading: "Java",
    isHere: ["java", "--version"],
    command: "java",
    file: "Receiver.java",
    args: (file) => [file],
  },
];
const INSTALLED_LANGUAGES = LANGUAGES.filter(
  ({ isHere: [command, ...args] }) => spawnSync(command, args, { stdio: "ignore" }).status === 0,
);

const started: ChildProcess[] = [];
const folders: string[] = [];
afterEach(() => {
  // The process group, since some languages run the built program in a separate process.
  for (const { pid } of started.splice(0)) if (pid !== undefined) process.kill(-pid, "SIGKILL");
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = z.object({ port: z.number() }).parse(server.address());
      server.close(() => resolve(port));
    });
  });
}

/** Starts the receiver of a language. Returns its URL once it answers. */
async function startReceiver({ heading, command, file, args }: Language): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "assay-receiver-"));
  folders.push(folder);
  let code = codeBelow(heading);
  if (file) {
    const place = path.join(folder, file);
    writeFileSync(place, code);
    code = place;
  }
  const port = await freePort();
  const child = spawn(
    command,
    args(code).map((arg) => (arg === "127.0.0.1:$PORT" ? `127.0.0.1:${port}` : arg)),
    { env: { ...process.env, WEBHOOK_SECRET: SECRET, PORT: String(port) }, stdio: "ignore", detached: true },
  );
  started.push(child);
  const url = `http://127.0.0.1:${port}/`;
  await vi.waitFor(() => fetch(url, { method: "POST" }), { timeout: 50_000, interval: 100 });
  return url;
}

const BODY = '{"event":{"type":"itemCreated"},  "identifier":{"id":"Kühlschrank \u{1f9ca} \\u00e9 1.0"}}';

/** The headers that the service makes for a call at a time; `rotated` adds the previous secret. */
function headersOf({ at = new Date(), secret = SECRET, rotated = false, body = BODY } = {}) {
  const hookId = HOOK.id;
  const other = "whsec_YW5vdGhlciBzZWNyZXQsIG5ld2VyIHRoYW4gb25lIA==";
  return signedHeaders(
    {
      hookId,
      secret: sealedSecret(rotated ? other : secret, hookId),
      previousSecret: rotated ? sealedSecret(secret, hookId) : null,
      previousSecretUntil: rotated ? new Date(at.getTime() + 1000) : null,
    },
    { id: "019df23e-9000-4b1d-a3c5-7e2f6d8091b3", body, at },
  );
}

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);

test.each(INSTALLED_LANGUAGES)(
  "the receiver in $heading accepts genuine calls and no others",
  async (language) => {
    const url = await startReceiver(language);
    const statusOf = async (headers: Record<string, string>, body = BODY) =>
      (
        await fetch(url, {
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
          body,
        })
      ).status;
    expect(await statusOf(headersOf())).toBe(204);
    expect(await statusOf(headersOf({ rotated: true }))).toBe(204);
    expect(await statusOf(headersOf({ at: minutesFromNow(-4) }))).toBe(204);
    expect(await statusOf(headersOf({ at: minutesFromNow(-6) }))).toBe(400);
    expect(await statusOf(headersOf({ at: minutesFromNow(6) }))).toBe(400);
    expect(await statusOf(headersOf(), BODY.replace("  ", " "))).toBe(400);
    expect(
      await statusOf(headersOf({ secret: `whsec_${btoa("of another hook, of another producer")}` })),
    ).toBe(400);
    expect(await statusOf({ ...headersOf(), "webhook-id": "019df23e-9000-4b1d-a3c5-7e2f6d8091b4" })).toBe(
      400,
    );
    expect(await statusOf({ ...headersOf(), "webhook-timestamp": "soon" })).toBe(400);
    expect(await statusOf({})).toBe(400);
  },
  60_000,
);

test("the Standard Webhooks library verifies every sample", () => {
  for (const type of EVENTS) {
    const body = bodyOfSample(type);
    expect(new Webhook(SECRET).verify(body, headersOf({ body }))).toEqual(JSON.parse(body));
  }
});
