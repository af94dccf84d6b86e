import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { handlerOf } from "./handler";
import { endpoints } from "./registry";

/** The rows of the specification's Endpoints part. */
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

/** Rows that are not built yet. This list only ever gets shorter. */
const PENDING = [
  "GET /api/v2/items/:id/thumbnail/:width",
  "POST /api/v2/items/:id/hooks",
  "GET /api/v2/items/:id/hooks",
  "DELETE /api/v2/items/:id/hooks/:idwebhook",
  "POST /api/v2/groups/:id/hooks",
  "GET /api/v2/groups/:id/hooks",
  "GET /api/v2/groups/:id/hooks/:idwebhook",
  "POST /api/v2/scans/:id/image",
  "GET /api/v2/scans/:id/map",
  "POST /api/v2/contents",
  "GET /api/v2/contents",
  "GET /api/v2/contents/:id",
  "GET /api/v2/contents/:id/:width",
  "DELETE /api/v2/contents/:id",
  "POST /api/v2/producers/hooks",
  "GET /api/v2/producers/hooks",
  "DELETE /api/v2/producers/hooks/:idwebhook",
];

const MOST_PENDING = 17;

/** The first dynamic folder is always `[id]`: two names for one slot build, and then serve nothing. */
function routeFileOf(path: string): string {
  let dynamic = 0;
  const folders = path
    .split("/")
    .map((part) => (part.startsWith(":") ? (++dynamic === 1 ? "[id]" : `[${part.slice(1)}]`) : part));
  return `app/api/v2${folders.join("/")}/route.ts`;
}

describe("the interface is what the specification lists", () => {
  test("37 rows, of which the registry has all but the pending ones", () => {
    const registered = endpoints.map((endpoint) => `${endpoint.method} /api/v2${endpoint.path}`);
    expect(SPECIFIED).toHaveLength(37);
    expect([...registered, ...PENDING].sort()).toEqual([...SPECIFIED].sort());
  });

  test("the list of pending rows does not grow", () => {
    expect(PENDING.length).toBeLessThanOrEqual(MOST_PENDING);
  });

  test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    "%s is exported by the route file of its path",
    async (_, endpoint) => {
      const file = routeFileOf(endpoint.path);
      expect(existsSync(file), file).toBe(true);
      const exported: Record<string, unknown> = await import(pathToFileURL(file).href);
      expect(exported[endpoint.method]).toBe(handlerOf(endpoint));
    },
  );
});
