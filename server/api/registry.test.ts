import { readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { handlerOf } from "./handler";
import { endpoints } from "./registry";

// Holds decision 0002.

/** The rows of the specification's "Endpoints" section. */
const SPECIFIED = [
  "GET /api/v2",
  "POST /api/v2/checkPhoneSupport",
  "POST /api/v2/items",
  "GET /api/v2/items/:id",
  "POST /api/v2/items/:id",
  "DELETE /api/v2/items/:id",
  "POST /api/v2/items/:id/invalidate",
  "GET /api/v2/items/:id/thumbnail/:width",
  "GET /api/v2/items/:id/scans",
  "GET /api/v2/items/:id/history",
  "GET /api/v2/items/:itemid/history/:entryid",
  "POST /api/v2/items/:id/hooks",
  "GET /api/v2/items/:id/hooks",
  "DELETE /api/v2/items/:id/hooks/:idwebhook",
  "POST /api/v2/groups",
  "GET /api/v2/groups/:id",
  "POST /api/v2/groups/:id",
  "DELETE /api/v2/groups/:id",
  "GET /api/v2/groups/:id/items",
  "POST /api/v2/groups/:idgroup/items/:iditem",
  "DELETE /api/v2/groups/:idgroup/items/:iditem",
  "POST /api/v2/groups/:id/hooks",
  "GET /api/v2/groups/:id/hooks",
  "GET /api/v2/groups/:id/hooks/:idwebhook",
  "POST /api/v2/scans",
  "POST /api/v2/scans/:id/image",
  "GET /api/v2/scans/:id",
  "GET /api/v2/scans/:id/map",
  "GET /api/v2/scans",
  "POST /api/v2/contents",
  "GET /api/v2/contents",
  "GET /api/v2/contents/:id",
  "GET /api/v2/contents/:id/:width",
  "DELETE /api/v2/contents/:id",
  "POST /api/v2/producers/hooks",
  "GET /api/v2/producers/hooks",
  "DELETE /api/v2/producers/hooks/:idwebhook",
];

/** Documented extensions of the specification. */
const ADDED = [
  "DELETE /api/v2/groups/:id/hooks/:idwebhook",
  "POST /api/v2/jobs",
  "GET /api/v2/jobs",
  "GET /api/v2/jobs/:id",
  "DELETE /api/v2/jobs/:id",
  "POST /api/v2/jobs/:id/retry",
  "POST /api/v2/imports",
  "GET /api/v2/imports/:id",
  "DELETE /api/v2/imports/:id",
  "GET /api/v2/imports/:id/refused",
  "GET /api/v2/auditLog",
];

/** Next builds two names for one dynamic folder but then serves neither, so the first is always `[id]`. */
function routeFileOf(path: string): string {
  let dynamic = 0;
  const folders = path
    .split("/")
    .map((part) => (part.startsWith(":") ? (++dynamic === 1 ? "[id]" : `[${part.slice(1)}]`) : part));
  return `app/api/v2${folders.join("/")}/route.ts`;
}

describe("the API matches the specification", () => {
  test("37 rows, plus DELETE for hooks of groups like for all other hooks, jobs, imports and the audit log", () => {
    const registered = endpoints.map((endpoint) => `${endpoint.method} /api/v2${endpoint.path}`);
    expect(SPECIFIED).toHaveLength(37);
    expect(registered.sort()).toEqual([...SPECIFIED, ...ADDED].sort());
  });

  test("route files match the registry; each exports its endpoints and refuses other methods", async () => {
    const paths = [...new Set(endpoints.map((endpoint) => endpoint.path))];
    const files = readdirSync("app/api/v2", { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith("route.ts"))
      .map((file) => `app/api/v2/${file}`);
    const others = ["openapi.json", "postman.json", "bruno.json", "[...unknown]"].map(
      (name) => `app/api/v2/${name}/route.ts`,
    );
    expect(files.sort()).toEqual([...paths.map(routeFileOf), ...others].sort());

    for (const path of paths) {
      const exported: Record<string, unknown> = await import(pathToFileURL(routeFileOf(path)).href);
      for (const method of ["GET", "POST", "DELETE"]) {
        const endpoint = endpoints.find((one) => one.path === path && one.method === method);
        expect(exported[method], `${method} ${path}`).toBe(endpoint ? handlerOf(endpoint) : exported.PUT);
      }
    }
  });
});
