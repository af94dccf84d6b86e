import { expect, test } from "vitest";
import type { Ctx } from "@/server/core/ctx";
import { runtime } from "@/server/runtime/runtime";
import { get, post, problem } from "@/server/testing/api";
import { callProcedure, newSignedIn } from "@/server/testing/dashboard";
import { ctxOf, newProducer } from "@/server/testing/factories";
import { setImport } from "./change";
import { previewImport } from "./preview";
import { stageImport } from "./stage";

const { database } = runtime();

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

const stage = (ctx: Ctx, text: string) =>
  stageImport(ctx, database.copyClient, { kind: "items", name: "file.csv" }, bytesOf(text));

const postFile = (token: string, text: string) =>
  post("/imports?kind=items", undefined, { token, rawBody: text, headers: { "content-type": "text/csv" } });

test.each([
  ["NUL", "\\u0000"],
  ["a lone surrogate", "\\ud800"],
])("%s in a JSON text refuses its row alone, as identifier, group or data", async (_, character) => {
  const ctx = ctxOf(await newProducer());
  const cell = `"""${character}x"""`;
  const rows = [`${cell},,a`, `one,${cell},a`, `two,,${cell}`, "three,,a"];
  const { id } = await stage(ctx, `identifier,group,data.a\n${rows.join("\n")}\n`);
  const shown = await previewImport(ctx, id);
  expect(shown.map(({ outcome }) => outcome)).toEqual(["refused", "refused", "refused", "new"]);
  expect(shown[0]?.faults?.map(({ reason }) => reason)).toContain("invalidCharacter");
});

test("a value that is nested too deeply refuses its row alone, in both kinds of files", async () => {
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const deep = `${"[".repeat(8_000)}${"]".repeat(8_000)}`;
  const { id } = await stage(ctx, `identifier,data.a:json\none,${deep}\ntwo,[1]\n`);
  const shown = await previewImport(ctx, id);
  expect(shown.map(({ outcome }) => outcome)).toEqual(["refused", "new"]);
  const lines = `{"identifier":"one","data.a:json":${deep}}\n{"identifier":"two"}\n`;
  const reply = await post("/imports?kind=items", undefined, {
    token: producer.token,
    rawBody: lines,
    headers: { "content-type": "application/x-ndjson" },
  });
  expect(reply.status).toBe(200);
});

test("200: a file of such rows alone is an import whose rows are refused", async () => {
  const { token } = await newProducer();
  const rows = Array.from({ length: 6 }, (_, n) => `"""\\u0000${n}"""`);
  const reply = await postFile(token, `identifier\n${rows.join("\n")}\n`);
  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({ data: { refused: 6 } });
});

test("400: refused rows after a number that no row has", async () => {
  const producer = await newProducer();
  const { id } = await stage(ctxOf(producer), "identifier\none\n");
  const reply = await get(`/imports/${id}/refused?after=9000000000000000`, { token: producer.token });
  expect(reply.status).toBe(400);
  const editor = await newSignedIn([{ producer, role: "editor" }]);
  for (const [name, input] of [
    ["imports.refused", { id, cursor: 9e15 }],
    ["imports.correct", { id, row: 9e15, cells: [] }],
  ] as const)
    expect((await callProcedure(name, input, editor)).failure).toMatchObject({ httpStatus: 400 });
});

test("files that are refused for their columns take no room: the 21st is refused for its own fault", async () => {
  const { token } = await newProducer();
  for (let n = 0; n < 21; n++)
    expect(problem(await postFile(token, "title\na\n"))).not.toMatchObject({ code: "too-many-imports" });
  expect((await postFile(token, "identifier\none-of-these\n")).status).toBe(200);
});

test("a workbook above 200 MiB is refused with the limits and a way out", async () => {
  const ctx = ctxOf(await newProducer());
  async function* workbook() {
    yield Buffer.from("PK\x03\x04");
    const chunk = Buffer.alloc(1024 ** 2);
    for (let n = 0; n < 200; n++) yield chunk;
  }
  const staging = stageImport(ctx, database.copyClient, { kind: "items", name: "file.xlsx" }, workbook());
  await expect(staging).rejects.toMatchObject({
    code: "file-unreadable",
    message: expect.stringContaining("workbooks can be up to 200 MiB, other files up to 1024 MiB. Save"),
  });
});

test("the columns of a token's file are recognised by their names, whatever a person chose", async () => {
  const producer = await newProducer();
  const { id } = await stage(ctxOf(producer), "identifier,title\nfirst,a\n");
  await setImport(ctxOf(producer), { id, mode: "both", mapping: [null, "title"] });
  expect((await postFile(producer.token, "identifier,title\nsecond,a\n")).status).toBe(200);
});
