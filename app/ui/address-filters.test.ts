import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { PARSERS as MAP } from "@/app/(dashboard)/p/[producer]/map/_map/map-state";
import { PARSERS_OF_ALL, PARSERS as SCANS } from "@/app/(dashboard)/p/[producer]/scans/filters";
import { parseAsDay, parseAsFlag, parseAsId } from "./address-parsers";
import { unknownIn } from "./unknown-in";

const DASHBOARD = "app/(dashboard)";
const MECHANISM = "app/ui/address-filters.tsx";

const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
  .map((file) => path.posix.join("app", file))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
const textOf = (file: string) => readFileSync(file, "utf8");

/** Source file that an import resolves to; undefined for packages and other files. */
function fileOf(from: string, to: string): string | undefined {
  if (!/^(@\/|\.)/.test(to)) return undefined;
  const stem = to.startsWith("@/") ? to.slice(2) : path.posix.join(path.posix.dirname(from), to);
  return [`${stem}.ts`, `${stem}.tsx`].find((file) => file.startsWith("app/") && existsSync(file));
}

/** A file and the files of `app` that it imports, directly or indirectly. */
function reachedFrom(file: string, reached = new Set<string>()): Set<string> {
  if (reached.has(file)) return reached;
  reached.add(file);
  for (const [, to = ""] of textOf(file).matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)) {
    const next = fileOf(file, to);
    if (next) reachedFrom(next, reached);
  }
  return reached;
}

/** Dashboard pages that keep values in the address. */
const pages = sources
  .filter((file) => file.startsWith(DASHBOARD) && path.basename(file) === "page.tsx")
  .map((page) => {
    const reached = [...reachedFrom(page)].filter((file) => file !== MECHANISM);
    return {
      page: path.posix.relative(DASHBOARD, path.posix.dirname(page)),
      parsing: reached.filter((file) => /\bparseAs[A-Z]\w*|createParser/.test(textOf(file))),
      usesMechanism: reached.some((file) => textOf(file).includes("useAddressFilters(")),
    };
  })
  .filter(({ parsing }) => parsing.length > 0);

describe("every page with filters in its address names the unknown ones", () => {
  test("such pages exist", () => {
    const found = pages.map(({ page }) => page.replace("p/[producer]/", ""));
    expect(found).toEqual(
      expect.arrayContaining([
        "admin/calls",
        "admin/codes",
        "admin/invitations",
        "admin/map",
        "admin/overview",
        "admin/people",
        "admin/producers",
        "admin/scans",
        "alerts",
        "files",
        "webhooks",
        "webhooks/[id]",
        "items",
        "map",
        "overview",
        "scans",
        "settings/audit-log",
        "unregistered-codes",
      ]),
    );
  });

  test.each(pages)("$page", ({ usesMechanism }) => {
    expect(usesMechanism).toBe(true);
  });

  test("no file reads values of the address past the mechanism", () => {
    const reading = sources.filter((file) => /\buseQueryStates?\b/.test(textOf(file)));
    expect(reading).toEqual([MECHANISM]);
  });

  test("the mechanism surrounds every page of the dashboard", () => {
    expect(textOf(`${DASHBOARD}/_shell/shell.tsx`)).toContain("<AddressFilters>{children}</AddressFilters>");
    expect(textOf(`${DASHBOARD}/layout.tsx`)).toMatch(/<Shell\b[^>]*>[\s\S]*\{children\}[\s\S]*<\/Shell>/);
  });
});

describe("unknown values", () => {
  const unknown = (address: string, ...used: Parameters<typeof unknownIn>[1]) =>
    unknownIn(new URLSearchParams(address), used).map(({ name, text }) => `${name}=${text}`);

  test("are named once, however many filters reject them; known and empty values are not", () => {
    const address = "verdict=nonsense&country=de&mode=&os=ios&other=1";
    expect(unknown(address, SCANS, SCANS, MAP)).toEqual(["verdict=nonsense"]);
  });

  test("on the map, unknown countries, days, places and modes are named", () => {
    const address = "mode=globe&country=XQ&from=2026-02-30&lat=91&z=near";
    expect(unknown(address, MAP)).toEqual(address.split("&"));
    expect(unknown("mode=heat&country=ch&from=2026-02-28&lat=-85&z=3.5", MAP)).toEqual([]);
  });

  test("in the list of all producers' scans, a group filter is unknown", () => {
    expect(unknown("group=none", PARSERS_OF_ALL)).toEqual(["group=none"]);
  });

  test.each([
    [parseAsFlag, "true", "maybe"],
    [parseAsId, "018F0000-0000-7000-8000-0000000000AB", "018f"],
    [parseAsDay, "2024-02-29", "2026-02-29"],
  ])("unknown flags, ids and days are named, too", (parser, known, other) => {
    expect([unknown(`a=${known}`, { a: parser }), unknown(`a=${other}`, { a: parser })]).toEqual([
      [],
      [`a=${other}`],
    ]);
  });
});
