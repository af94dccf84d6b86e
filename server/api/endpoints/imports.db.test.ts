import { and, eq, ne } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { imports } from "@/db/schema/imports";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { call, del, envelope, get, problem } from "@/server/testing/api";
import { newItem, newProducer } from "@/server/testing/factories";

// Holds decision 0051.

const Refused = z.array(z.object({ row: z.number(), faults: z.array(z.object({ reason: z.string() })) }));

const send = (query: string, rawBody: string, token: string | undefined, key?: string) =>
  call("POST", `/imports?${query}`, {
    rawBody,
    ...(token ? { token } : {}),
    headers: { "content-type": "text/csv", ...(key ? { "idempotency-key": key } : {}) },
  });

/** The imports of a producer that were not discarded. */
const importsOf = (producerId: string) =>
  runtime().database.db.$count(
    imports,
    and(eq(imports.producerId, producerId), ne(imports.state, "discarded")),
  );

test("200: a small file is imported at once; its refused rows say why", async () => {
  const { token } = await newProducer();
  const [one, two] = [newId(), newId()];
  const file = `identifier,title,data.weight:number,Colour\n${one},Bag,1.5,red\n${two},Belt,heavy,blue\n`;
  const reply = await send("kind=items&name=stock.csv", file, token);
  const { id, data } = envelope(reply);
  expect(data).toMatchObject({
    kind: "items",
    name: "stock.csv",
    mode: "both",
    columns: [
      { header: "identifier", field: "identifier" },
      { header: "title", field: "title" },
      { header: "data.weight:number", field: "data.weight:number" },
      { header: "Colour", field: null },
    ],
    rows: 2,
    created: 1,
    refused: 1,
  });
  expect(envelope(await get(`/items/${one}`, { token })).data).toMatchObject({ data: { weight: 1.5 } });
  expect(envelope(await get(`/jobs/${data.job}`, { token })).data).toMatchObject({
    kind: "import",
    state: "done",
    result: { new: 1, refused: 1 },
  });
  expect(Refused.parse((await get(`/imports/${id}/refused`, { token })).body)).toEqual([
    { row: 3, faults: [{ reason: "notANumber" }] },
  ]);
  expect((await get(`/imports/${id}/refused?after=3`, { token })).body).toEqual([]);
});

test("200: update only changes items and refuses new ones; create only the other way round", async () => {
  const producer = await newProducer();
  const { token } = producer;
  const item = await newItem(producer, { title: "old" });
  const file = `identifier,title\n${item},new\n${newId()},new\n`;
  const updated = await send("kind=items&mode=update", file, token);
  expect(envelope(updated).data).toMatchObject({ changed: 1, created: 0, refused: 1 });
  const created = await send("kind=items&mode=create", file, token);
  expect(envelope(created).data).toMatchObject({ changed: 0, unchanged: 1, created: 1, refused: 0 });
});

test("400: a file that cannot be read, or without a column of identifiers, and an unknown kind", async () => {
  const { token } = await newProducer();
  expect(problem(await send("kind=items", 'identifier\n"unclosed', token)).code).toBe("file-unreadable");
  expect(problem(await send("kind=items", "title\nBag\n", token)).code).toBe("invalid-input");
  expect(problem(await send("kind=shoes", "identifier\na\n", token)).code).toBe("invalid-input");
});

test("403: without a token, and another producer's import; 404: a discarded one", async () => {
  const { token } = await newProducer();
  const other = await newProducer();
  expect((await send("kind=items", "identifier\na\n", undefined)).status).toBe(403);
  const { id } = envelope(await send("kind=items", `identifier\n${newId()}\n`, token));
  for (const path of [`/imports/${id}`, `/imports/${id}/refused`])
    expect((await get(path, { token: other.token })).status).toBe(403);
  expect((await del(`/imports/${id}`, { token: other.token })).status).toBe(403);
  expect((await del(`/imports/${id}`, { token })).status).toBe(200);
  expect((await get(`/imports/${id}`, { token })).status).toBe(404);
});

test("200: a retry with the same key gets the same import, also one that runs beside the first call", async () => {
  const { token, producerId } = await newProducer();
  const file = `identifier,title\n${newId()},Bag\n`;
  const sendKeyed = () => send("kind=items", file, token, "stock-1");
  const both = await Promise.all([sendKeyed(), sendKeyed()]);
  const last = await sendKeyed();
  const replies = [...both, last];
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(replies.filter(({ headers }) => headers.get("idempotency-replayed") === "true")).toHaveLength(2);
  expect(envelope(last).data).toMatchObject({ rows: 1, created: 1 });
  expect(await importsOf(producerId)).toBe(1);
});

test("409: a used key with another file, or with the same file for something else", async () => {
  const { token, producerId } = await newProducer();
  const file = `identifier,title\n${newId()},Bag\n`;
  await send("kind=items", file, token, "stock-2");
  for (const [query, other] of [
    ["kind=items", `${file}${newId()},Belt\n`],
    ["kind=items&mode=update", file],
  ] as const)
    expect(problem(await send(query, other, token, "stock-2")).code).toBe("idempotency-key-reused");
  expect(await importsOf(producerId)).toBe(1);
});

test("400: a refused file leaves its key free and no import behind", async () => {
  const { token, producerId } = await newProducer();
  for (const refused of ['identifier\n"unclosed', "title\nBag\n"]) {
    expect((await send("kind=items", refused, token, "stock-3")).status).toBe(400);
    expect(await importsOf(producerId)).toBe(0);
  }
  expect((await send("kind=items", `identifier\n${newId()}\n`, token, "stock-3")).status).toBe(200);
  expect((await send("kind=items", `identifier\n${newId()}\n`, token, "not usable")).status).toBe(400);
});
