import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

// Holds decision 0016.

/**
 * Who may import whom, from the outside in; the first prefix that fits a file is its room. A room may always import
 * itself. Tests, `server/testing`, and what starts the process may import anything.
 */
const ROOMS: [room: string, mayImport: string[]][] = [
  ["app/api/trpc", ["server/trpc"]],
  ["app/api/dashboard", ["server/dashboard"]],
  ["app/api/live", ["server/dashboard"]],
  ["app/api/auth", ["server/dashboard"]],
  ["app/api", ["server/rest"]],
  ["app/livez", ["server/rest"]],
  ["app/readyz", ["server/rest"]],
  [
    "app/",
    [
      "server/trpc",
      "server/domain/*/schema",
      "server/domain/people/strength",
      "server/identity/from-session",
      "server/auth/roles",
      "server/platform/cookie-name",
      "server/platform/env",
      "server/http/in-time",
      "server/verify",
    ],
  ],
  [
    "server/verify",
    [
      "server/http/same-origin",
      "server/domain",
      "server/auth",
      "server/core/errors",
      "server/core/ctx",
      "server/platform",
      "server/http/body",
      "server/http/in-time",
      "server/http/input",
      "server/http/limits",
      "server/api/lookups",
      "server/api/record-scan",
      "server/http/request-id",
      "server/runtime/runtime",
    ],
  ],
  [
    "server/trpc",
    [
      "server/dashboard",
      "server/domain",
      "server/auth",
      "server/core/errors",
      "server/core/ctx",
      "server/events/catalogue",
      "server/platform",
      "server/http/body",
      "server/http/in-time",
      "server/http/input",
      "server/http/json-counter",
      "server/http/json-faults",
      "server/http/limits",
      "server/http/request-id",
      "server/runtime/runtime",
    ],
  ],
  [
    "server/dashboard",
    [
      "server/domain",
      "server/auth",
      "server/core/errors",
      "server/core/ctx",
      "server/platform",
      "server/http/respond",
      "server/http/body",
      "server/http/file-answer",
      "server/http/in-time",
      "server/http/input",
      "server/http/json-faults",
      "server/api/pictures",
      "server/http/problem",
      "server/http/request-id",
      "server/http/upload",
      "server/runtime/runtime",
    ],
  ],
  [
    "server/api/background",
    [
      "server/rest",
      "server/jobs",
      "server/domain",
      "server/core/errors",
      "server/platform",
      "server/runtime/runtime",
    ],
  ],
  [
    "server/rest",
    [
      "server/domain",
      "server/auth",
      "server/core/errors",
      "server/core/ctx",
      "server/events/catalogue",
      "server/platform",
      "server/runtime/runtime",
      "db",
    ],
  ],
  ["server/jobs", ["server/domain", "server/platform", "db"]],
  [
    "server/domain",
    [
      "db",
      "server/events/emit",
      "server/webhooks/queue-events",
      "server/webhooks/body",
      "server/events/catalogue",
      "server/webhooks/samples",
      "server/auth",
      "server/platform",
      "server/core/errors",
      "server/core/ctx",
    ],
  ],
  [
    "server/events",
    [
      "db",
      "server/platform",
      "server/core/ctx",
      "server/core/caller",
      "server/domain/shared",
      "server/domain/loops",
      "server/domain/contents/view",
      "server/domain/groups/view",
      "server/webhooks/hooks/view",
      "server/domain/items/view",
      "server/domain/scans/schema",
      "server/domain/scans/view",
    ],
  ],
  [
    "server/identity/next-auth",
    [
      "server/auth",
      "server/domain/people",
      "server/platform",
      "server/core/errors",
      "server/runtime/runtime",
    ],
  ],
  [
    "server/identity/oidc",
    ["server/domain/people", "server/platform", "server/core/errors", "server/runtime/runtime"],
  ],
  [
    "server/identity/from-session",
    ["server/auth", "db", "server/platform/cookie-name", "server/runtime/runtime"],
  ],
  ["server/auth", ["db", "server/platform", "server/core/errors"]],
  ["server/core/ctx", ["db", "server/core/caller", "server/core/errors"]],
  ["server/data", ["db", "server/core/errors"]],
  [
    "server/runtime/runtime",
    [
      "db",
      "server/auth",
      "server/data",
      "server/loops/report",
      "server/webhooks/deliver",
      "server/webhooks/pace",
      "server/platform",
    ],
  ],
  ["server/core/errors", []],
  ["server/platform", ["package.json"]],
  ["db", []],
];
const FREE =
  /\.test\.tsx?$|^server\/(testing|cli)\/|^server\/(main|serve|front|database|thread|assessing|delivering|keys|put-away|page-headers)\.ts$/;

const sources = ["app", "server", "db"].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((file) => path.posix.join(root, file.replaceAll("\\", "/")))
    .filter((file) => /\.tsx?$/.test(file)),
);

/** Whether a path lies where `place` says, whose `*` stands for any one folder. */
const liesIn = (to: string, place: string) => new RegExp(`^${place.replaceAll("*", "[^/]+")}`).test(to);

const roomOf = (file: string) => ROOMS.find(([room]) => file.startsWith(room));

function importsOf(file: string): string[] {
  const specifiers = [...readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(
    ([, to]) => to ?? "",
  );
  return specifiers
    .filter((to) => to.startsWith("@/") || to.startsWith("."))
    .map((to) => (to.startsWith("@/") ? to.slice(2) : path.posix.join(path.posix.dirname(file), to)));
}

test("imports go downwards only, as the table of rooms says", () => {
  const broken = sources
    .filter((file) => !FREE.test(file))
    .flatMap((file) => {
      const [room, mayImport] = roomOf(file) ?? ["", []];
      return importsOf(file)
        .filter((to) => !(to.startsWith(room) || mayImport.some((allowed) => liesIn(to, allowed))))
        .map((to) => `${file} -> ${to}`);
    });
  expect(broken).toEqual([]);
});

test("every source file stands in a room", () => {
  expect(sources.filter((file) => !FREE.test(file) && !roomOf(file))).toEqual([]);
});

test("domain, events, platform and db know nothing of Next, requests or tRPC", () => {
  const below = sources.filter(
    (file) => /^(server\/(domain|events|platform)|db)\//.test(file) && !FREE.test(file),
  );
  const aware = below.filter((file) =>
    /from "(next|@trpc|hono|@hono)|\b(Request|Response)\b[(>]/.test(readFileSync(file, "utf8")),
  );
  expect(aware).toEqual([]);
});
