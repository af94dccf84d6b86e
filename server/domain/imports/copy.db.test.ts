import { finished } from "node:stream/promises";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { imports } from "@/db/schema/imports";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, newProducer } from "@/server/testing/factories";
import { discardImport } from "./change";
import { deleteOldImports } from "./delete";
import { stageImport } from "./stage";

const { database } = runtime();
const { db, copyClient } = database;

const copying = async () =>
  copyClient`copy import_rows (import_id, number, cells, problem) from stdin`.writable();

test("rows that the database refuses end their copy with the reason", async () => {
  const stream = await copying();
  stream.end(`${newId()}\t1\t[]\t\\N\n`);
  await expect(finished(stream)).rejects.toMatchObject({ code: "23503" });
});

test("a connection that is lost while rows are copied ends their copy with the reason", async () => {
  const stream = await copying();
  const [{ pid } = { pid: 0 }] = await db.$client<{ pid: number }[]>`
    select pid from pg_stat_activity where query like 'copy import_rows%' and state = 'active'`;
  const lost = expect(finished(stream)).rejects.toThrow();
  await db.$client`select pg_terminate_backend(${pid})`;
  await lost;
});

test("an import that is discarded and deleted while its file arrives is refused", async () => {
  const ctx = ctxOf(await newProducer());
  async function* file() {
    yield Buffer.from("identifier,a\n");
    for (let n = 0; n < 3_000; n++) {
      yield Buffer.from(`i${n},${"x".repeat(1_000)}\n`);
      if (n !== 1_500) continue;
      const [of] = await db.select().from(imports).where(eq(imports.state, "uploading"));
      if (of) await discardImport(ctx, of.id);
      await deleteOldImports({ db });
    }
  }
  const staging = stageImport(ctx, copyClient, { kind: "items", name: "file.csv" }, file());
  await expect(staging).rejects.toMatchObject({ code: "import-discarded" });
});
