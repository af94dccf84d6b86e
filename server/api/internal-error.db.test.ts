import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { call, get, post, problem } from "@/server/testing/api";
import { newItem, newProducer } from "@/server/testing/factories";
import { endpoints } from "./registry";

const { db } = runtime().database;
const TABLES = ["items", "groups", "scans", "contents", "hooks", "producers", "phone_rules"];

const BODIES: Record<string, object> = {
  "POST /checkPhoneSupport": { os: "ios", deviceInfo: {} },
  "POST /items": { identifier: "x" },
  "POST /scans": { identifier: "x" },
  "POST /contents": { "content-type": "text/plain", data: "" },
  "POST /scans/:id/image": { data: "" },
  "POST /items/:id/hooks": { events: "*", url: "https://receiver.test/" },
  "POST /groups/:id/hooks": { events: "*", url: "https://receiver.test/" },
  "POST /producers/hooks": { events: "*", url: "https://receiver.test/" },
};

/** Renames tables during the work: every statement fails, as with a missing migration. */
async function withoutTables<T>(work: () => Promise<T>): Promise<T> {
  for (const table of TABLES) await db.execute(sql.raw(`alter table ${table} rename to ${table}_elsewhere`));
  try {
    return await work();
  } finally {
    for (const table of TABLES)
      await db.execute(sql.raw(`alter table ${table}_elsewhere rename to ${table}`));
  }
}

test.each(
  endpoints
    .filter(({ path }) => path !== "")
    .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
)("500: %s tells nothing of the inside when something fails there", async (name, endpoint) => {
  const { token } = await newProducer();
  const path = endpoint.path.replace(":width", "100").replace(/:\w+/g, () => newId());
  const body = endpoint.input.body ? { body: BODIES[name] ?? {} } : {};
  const reply = await withoutTables(() => call(endpoint.method, path, { token, ...body }));
  expect(problem(reply)).toMatchObject({ status: 500, code: "internal" });
  expect(JSON.stringify(reply.body)).not.toMatch(/relation|select|stack|elsewhere/i);
});

test("500 leaves nothing behind: the same call, with the same key, works once the cause is fixed", async () => {
  const identifier = await newItem(await newProducer());
  const scan = () => post("/scans", { identifier }, { headers: { "idempotency-key": "the-key-of-a-scan" } });
  expect((await withoutTables(scan)).status).toBe(500);
  expect((await scan()).status).toBe(200);
  expect((await get(`/items/${identifier}`)).status).toBe(200);
});
