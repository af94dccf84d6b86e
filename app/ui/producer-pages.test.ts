import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inProducer, isProducerPage, withoutProducer } from "./producer-pages";

// Holds decision 0044.

const FOLDER = "app/(dashboard)/p/[producer]";

test("every page folder of a producer is a known producer page, so that links to it name the producer", () => {
  const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).filter((name) => !isProducerPage(name))).toEqual([]);
});

test.each([
  ["/items", "/p/one/items"],
  ["/items?q=a#b", "/p/one/items?q=a#b"],
  ["/items/a%2Fb/edit", "/p/one/items/a%2Fb/edit"],
  ["/admin/producers", "/admin/producers"],
  ["/v/items", "/v/items"],
  ["/api/v2/items", "/api/v2/items"],
  ["/p/two/items", "/p/two/items"],
  ["/itemsets", "/itemsets"],
  ["https://example.com/items", "https://example.com/items"],
  ["#deliveries", "#deliveries"],
  ["/", "/"],
])("the address %s is %s in a producer, and the same on pages of none", (href, within) => {
  expect(inProducer("one", href)).toBe(within);
  expect(inProducer(undefined, href)).toBe(href);
});

test("`withoutProducer` removes the producer from a path", () => {
  expect(withoutProducer("/p/one/items/p/two")).toBe("/items/p/two");
  expect(withoutProducer("/admin/overview")).toBe("/admin/overview");
});

test("pages and shared parts use only our own link and router, which name the producer", () => {
  const files = ["app/(dashboard)", "app/ui"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  expect(files.length).toBeGreaterThan(200);
  const others = files.filter(
    (file) =>
      file !== "app/ui/link.tsx" &&
      !file.endsWith(".test.ts") &&
      /from "next\/link"|useRouter[^;]*from "next\/navigation"/.test(readFileSync(file, "utf8")),
  );
  expect(others).toEqual([]);
});
