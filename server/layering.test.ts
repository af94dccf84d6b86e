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
      "server/auth/from-session",
      "server/auth/roles",
      "server/platform/cookie-name",
      "server/platform/env",
      "server/rest/in-time",
      "server/verify",
    ],
  ],
  [
    "server/verify",
    [
      "server/dashboard/same-origin",
      "server/domain",
      "server/auth",
      "server/errors",
      "server/ctx",
      "server/platform",
      "server/rest/body",
      "server/rest/in-time",
      "server/rest/input",
      "server/rest/limits",
      "server/rest/lookups",
      "server/rest/record-scan",
      "server/rest/request-id",
      "server/runtime",
    ],
  ],
  [
    "server/trpc",
    [
      "server/dashboard",
      "server/domain",
      "server/auth",
      "server/errors",
      "server/ctx",
      "server/events/catalog",
      "server/platform",
      "server/rest/body",
      "server/rest/in-time",
      "server/rest/input",
      "server/rest/json-counter",
      "server/rest/json-faults",
      "server/rest/limits",
      "server/rest/request-id",
      "server/runtime",
    ],
  ],
  [
    "server/dashboard",
    [
      "server/domain",
      "server/auth",
      "server/errors",
      "server/ctx",
      "server/platform",
      "server/rest/answering",
      "server/rest/body",
      "server/rest/file-answer",
      "server/rest/in-time",
      "server/rest/input",
      "server/rest/json-faults",
      "server/rest/pictures",
      "server/rest/problem",
      "server/rest/request-id",
      "server/rest/upload",
      "server/runtime",
    ],
  ],
  [
    "server/rest/background",
    ["server/rest", "server/jobs", "server/domain", "server/errors", "server/platform", "server/runtime"],
  ],
  [
    "server/rest",
    [
      "server/domain",
      "server/auth",
      "server/errors",
      "server/ctx",
      "server/events/catalog",
      "server/platform",
      "server/runtime",
      "db",
    ],
  ],
  ["server/jobs", ["server/domain", "server/platform", "db"]],
  [
    "server/domain",
    [
      "db",
      "server/events/emit",
      "server/events/queue-events",
      "server/events/body",
      "server/events/catalog",
      "server/events/samples",
      "server/auth",
      "server/platform",
      "server/errors",
      "server/ctx",
    ],
  ],
  [
    "server/events",
    [
      "db",
      "server/platform",
      "server/ctx",
      "server/auth/caller",
      "server/domain/shared",
      "server/domain/loops",
      "server/domain/contents/view",
      "server/domain/groups/view",
      "server/domain/hooks/view",
      "server/domain/items/view",
      "server/domain/scans/schema",
      "server/domain/scans/view",
    ],
  ],
  [
    "server/auth/next-auth",
    ["server/auth", "server/domain/people", "server/platform", "server/errors", "server/runtime"],
  ],
  ["server/auth/oidc", ["server/domain/people", "server/platform", "server/errors", "server/runtime"]],
  ["server/auth/from-session", ["server/auth", "db", "server/platform/cookie-name", "server/runtime"]],
  ["server/auth", ["db", "server/platform", "server/errors"]],
  ["server/ctx", ["db", "server/auth/caller", "server/errors"]],
  ["server/data", ["db", "server/errors"]],
  [
    "server/runtime",
    [
      "db",
      "server/auth",
      "server/data",
      "server/domain/loops/report",
      "server/events/deliver",
      "server/events/pace",
      "server/platform",
    ],
  ],
  ["server/errors", []],
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
