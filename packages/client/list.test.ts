import { expect, test } from "vitest";
import { Assay } from "./index";
import { openServer } from "./testing/server";

const scan = (id: string) => ({ id, data: {} });
const page = (ids: string[], next?: string) => ({
  body: { identifier: {}, scans: ids.map(scan) },
  headers: next ? { link: `<https://public.example/api/v2/scans${next}>; rel="next"` } : {},
});
const PAGES = [
  page(["1", "2"], "?limit=2&timestamp=7"),
  page(["3"], "?limit=2&timestamp=5"),
  page([]),
] as const;

test("a list is read entry by entry over all pages, at the address of the client", async () => {
  const { baseUrl, received } = await openServer(...PAGES);
  const assay = new Assay({ baseUrl, token: "ant_of_this_test" });
  const ids: string[] = [];
  for await (const { id } of assay.scans.list({ limit: 2 })) ids.push(id);
  expect(ids).toEqual(["1", "2", "3"]);
  expect(received.map(({ url }) => url)).toEqual([
    "/api/v2/scans?limit=2",
    "/api/v2/scans?limit=2&timestamp=7",
    "/api/v2/scans?limit=2&timestamp=5",
  ]);
  expect(received.every(({ headers }) => headers["an-api-token"] === "ant_of_this_test")).toBe(true);
});

test("a list asks for no page before it is reached", async () => {
  const { baseUrl, received } = await openServer(...PAGES);
  const list = new Assay({ baseUrl }).scans.list();
  expect(received).toHaveLength(0);
  for await (const { id } of list) if (id === "2") break;
  expect(received).toHaveLength(1);
});

test("single pages can be taken, with what their answer says beside the entries", async () => {
  const { baseUrl } = await openServer(...PAGES);
  const first = await new Assay({ baseUrl }).scans.list({ limit: 2 }).page();
  expect([first.entries.length, first.body.identifier]).toEqual([2, {}]);
  const second = await first.next?.();
  const third = await second?.next?.();
  expect([second?.entries.length, third?.entries.length, third?.next]).toEqual([1, 0, undefined]);
});

test("pages that follow a row end with an empty one", async () => {
  const row = (number: number) => ({ row: number, faults: [] });
  const { baseUrl, received } = await openServer(
    { body: [row(3), row(9)] },
    { body: [row(12)] },
    { body: [] },
  );
  const rows: number[] = [];
  for await (const refused of new Assay({ baseUrl }).imports.listRefused("i")) rows.push(refused.row);
  expect(rows).toEqual([3, 9, 12]);
  expect(received.map(({ url }) => url.split("?")[1])).toEqual([undefined, "after=9", "after=12"]);
});

const lines = (ids: string[], cursor: string, next?: string) => ({
  body: ids.map((id) => `${JSON.stringify({ id, data: {} })}\n`).join(""),
  headers: {
    "content-type": "application/jsonl; charset=utf-8",
    "assay-cursor": cursor,
    ...(next ? { link: `<https://public.example/api/v2/auditLog${next}>; rel="next"` } : {}),
  },
});

test("a list in JSON Lines is read over all pages, each with the cursor of a later call", async () => {
  const { baseUrl, received } = await openServer(
    lines(["1", "2"], "a", "?limit=2&after=a"),
    lines(["3"], "b"),
  );
  const read: unknown[] = [];
  for await (const { entries, cursor } of new Assay({ baseUrl }).auditLog.list({ limit: 2 }).pages())
    read.push([entries.map(({ id }) => id), cursor]);
  expect(read).toEqual([
    [["1", "2"], "a"],
    [["3"], "b"],
  ]);
  expect(received.map(({ url }) => url)).toEqual([
    "/api/v2/auditLog?limit=2",
    "/api/v2/auditLog?limit=2&after=a",
  ]);
});

test("a list in JSON Lines may be empty, and one that was cut off is refused", async () => {
  const { baseUrl } = await openServer(lines([], "a"), {
    ...lines([], "b"),
    body: '{"id":"1","data":{}}\n{"id"',
  });
  const { auditLog } = new Assay({ baseUrl });
  expect(await auditLog.list().page()).toMatchObject({ entries: [], cursor: "a", next: undefined });
  await expect(auditLog.list().page()).rejects.toMatchObject({ code: "unexpected-answer" });
});

test("a link that leads to the same page ends the list", async () => {
  const { baseUrl, received } = await openServer(page(["1"], "?timestamp=7"));
  for await (const _ of new Assay({ baseUrl }).scans.list({ timestamp: 7 }));
  expect(received).toHaveLength(1);
});
