import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

// Holds decision 0016.

/** Rooms that every room of the server may use. */
const LOW = ["server/core", "server/platform", "db"];
const DATA = ["server/data", ...LOW];
const BELOW_RULES = ["server/auth", "server/events", "server/loops", ...DATA];
const RULES = ["server/domain", ...BELOW_RULES];
const ABOVE_RULES = ["server/http", "server/identity", "server/runtime", "server/webhooks", ...RULES];
const EXPORTS = "server/exports";

/** Packages import nothing of the service. */
const SCAN_MAP = "packages/scan-map";
const EMBEDDED_POSTGRES = "packages/embedded-postgres";
const DEMO_DATA = "packages/demo-data";
const CODES = "packages/codes";
const LABELS = "packages/labels";
const SPREADSHEETS = "packages/spreadsheets";
const POSTGRES_BACKUPS = "packages/postgres-backups";
const CLIENT = "packages/client";
const EVIDENCE = "packages/evidence";

/** Permitted imports by room. A room may always import itself; a file belongs to the first matching room. */
const ROOMS: Record<string, string[]> = {
  "app/api": ["server/api", "server/trpc", "server/web"],
  "app/mcp": ["server/mcp"],
  "app/livez": ["server/api"],
  "app/readyz": ["server/api"],
  "app/messages": [],
  "app/request": [
    "app/messages",
    "server/core",
    "server/trpc",
    "server/http",
    "server/identity",
    "server/platform",
  ],
  "app/ui": [
    "app/request",
    "app/messages",
    "server/core",
    "server/trpc",
    "server/identity",
    "server/auth",
    "server/domain/*/schema",
  ],
  "app/docs": ["app/ui", "app/messages", "app/request", "server/api"],
  app: [
    CODES,
    EVIDENCE,
    LABELS,
    SCAN_MAP,
    "server/core",
    "server/trpc",
    "server/web",
    "server/identity",
    "server/platform",
    "server/domain/*/schema",
  ],
  "server/web": [LABELS, SCAN_MAP, SPREADSHEETS, EXPORTS, "server/seed", ...ABOVE_RULES],
  "server/trpc": [EXPORTS, "server/seed", ...ABOVE_RULES],
  "server/mcp": ["server/api", ...ABOVE_RULES],
  "server/api": ["server/background", "server/cells", ...ABOVE_RULES],
  "server/cells": ["server/runtime", ...RULES],
  "server/background": ["server/webhooks", ...RULES],
  "server/backups": [EMBEDDED_POSTGRES, POSTGRES_BACKUPS, ...RULES],
  [EXPORTS]: [SPREADSHEETS, "server/webhooks", ...RULES],
  "server/seed": [DEMO_DATA, "server/webhooks", ...RULES],
  "server/http": ["server/runtime", ...RULES],
  "server/identity": ["server/runtime", ...RULES],
  "server/webhooks": ["server/runtime", ...RULES],
  "server/domain": [CODES, EVIDENCE, LABELS, SCAN_MAP, SPREADSHEETS, ...BELOW_RULES],
  "server/runtime": [EMBEDDED_POSTGRES, POSTGRES_BACKUPS, "server/auth", "server/loops", ...DATA],
  "server/events": LOW,
  "server/loops": DATA,
  "server/auth": LOW,
  "server/data": LOW,
  "server/core": ["db"],
  "server/platform": [EVIDENCE, SCAN_MAP],
  db: [],
  [CLIENT]: [],
  [CODES]: [],
  [DEMO_DATA]: [SCAN_MAP],
  [EMBEDDED_POSTGRES]: [],
  [EVIDENCE]: [LABELS],
  [LABELS]: [],
  [POSTGRES_BACKUPS]: [EMBEDDED_POSTGRES],
  [SCAN_MAP]: [],
  [SPREADSHEETS]: [],
};
/**
 * Tests of the service, their helpers, commands and the files that start the process (`server/*.ts`) may import anything.
 */
const FREE = /^(app|server|db)\/.*\.test\.tsx?$|^server\/(testing|cli)\/|^server\/[^/]+\.ts$/;
const isFree = (file: string) => FREE.test(file);

const files = ["app", "server", "db", "packages"]
  .flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: "utf8" }).map((file) =>
      path.posix.join(root, file.replaceAll("\\", "/")),
    ),
  )
  .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.includes("/node_modules/"));
const sources = files.filter((file) => !isFree(file));

/** Whether a path is in a room; `*` matches one folder. */
const liesIn = (file: string, room: string) =>
  new RegExp(`^${room.replaceAll("*", "[^/]+")}(/|$)`).test(file);

const roomOf = (file: string) => Object.keys(ROOMS).find((room) => liesIn(file, room));

/** The repository's files that a file imports, types included. */
const importsOf = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?\s*"(@\/|@assay\/|\.)([^"]*)"/g)].map(
    ([, start, rest = ""]) => {
      if (start === "@/") return rest;
      return start === "@assay/"
        ? `packages/${rest}`
        : path.posix.join(path.posix.dirname(file), start + rest);
    },
  );

test("imports point downwards, as the table of rooms permits", () => {
  const broken = sources.flatMap((file) => {
    const room = roomOf(file) ?? "";
    const mayImport = [room, ...(ROOMS[room] ?? [])];
    return importsOf(file)
      .filter((to) => !to.endsWith("package.json") && !mayImport.some((allowed) => liesIn(to, allowed)))
      .map((to) => `${file} -> ${to}`);
  });
  expect(broken).toEqual([]);
});

test("packages are imported by name", () => {
  const byPath = files
    .filter((file) => !file.startsWith("packages/"))
    .filter((file) => /(from|import)\s*\(?\s*"(@|[./]+)\/packages\//.test(readFileSync(file, "utf8")));
  expect(byPath).toEqual([]);
});

/** The name of a package from npm or the workspace in an import. */
const PACKAGE = /^(?:import .*|} )from "(?!node:|\.)((?:@[^/"]+\/)?[^/"]+)/gm;

test("a package declares every package that it imports", () => {
  const undeclared = sources
    .filter((file) => file.startsWith("packages/") && !/\.test\.ts$|\/testing\//.test(file))
    .flatMap((file) => {
      const manifest = readFileSync(`${roomOf(file)}/package.json`, "utf8");
      const names = [...readFileSync(file, "utf8").matchAll(PACKAGE)].map(([, name = ""]) => name);
      return names
        .filter((name) => !manifest.includes(`"${name}"`) && !manifest.includes(`"@types/${name}"`))
        .map((name) => `${file} -> ${name}`);
    });
  expect(undeclared).toEqual([]);
});

test("the table of rooms has no cycle", () => {
  const reach = (room: string, seen = new Set<string>()): Set<string> => {
    for (const next of ROOMS[room.replace("/*/schema", "")] ?? []) {
      if (!seen.has(next)) reach(next, seen.add(next));
    }
    return seen;
  };
  expect(Object.keys(ROOMS).filter((room) => reach(room).has(room))).toEqual([]);
});

test("every source file is in a room", () => {
  expect(sources.filter((file) => !roomOf(file))).toEqual([]);
});

test("domain, events, webhooks, platform and db do not use Next, requests or tRPC", () => {
  const below = sources.filter((file) => /^(server\/(domain|events|webhooks|platform)|db)\//.test(file));
  const aware = below.filter((file) =>
    /from "(next|@trpc|hono|@hono)|\b(Request|Response)\b[(>]/.test(readFileSync(file, "utf8")),
  );
  expect(aware).toEqual([]);
});
