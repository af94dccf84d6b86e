import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres, { type Sql } from "postgres";
import { inject } from "vitest";
import { directly, urlOfDatabase } from "@/db/address";
import { openDatabase } from "@/db/client";
import { closeArrivals } from "@/server/cells/receive";
import { openKeys } from "@/server/domain/keys/open";
import { createFront, listen } from "@/server/front";
import type { Blobs } from "@/server/platform/blob-store";
import { folderBlobs } from "@/server/platform/blobs-folder";
import { runtime } from "@/server/runtime/runtime";
import { type Home, inSecond } from "./cell-home";

/** A second cell in this process, with a database and files of its own, at an address. This process is the first one. */
export interface SecondCell {
  sql: Sql;
  blobs: Blobs;
  close(): Promise<void>;
}

/** Lets each cell find its own, whichever code asks. */
function divide(first: Home): void {
  Object.defineProperty(globalThis, "assayRuntime", {
    configurable: true,
    get: () => (inSecond.getStore() ?? first).runtime,
  });
  Object.defineProperty(globalThis, "assayCells", {
    configurable: true,
    get: () => (inSecond.getStore() ?? first).cells,
  });
}

/** Opens the cell 1 beside this process, which becomes the cell 0. */
export async function openSecondCell(ofFirst: Blobs): Promise<SecondCell> {
  const admin = postgres(inject("adminUrl"), { max: 1, onnotice: () => {} });
  const name = `${inject("template")}_second_${process.pid}`;
  await admin`create database ${admin(name)} template ${admin(inject("template"))} strategy file_copy`;
  const address = directly(urlOfDatabase(inject("adminUrl"), name));
  const sql = postgres(address.url, { max: 2, onnotice: () => {} });
  const database = openDatabase(address);
  const first = runtime();
  await openKeys(first.database);
  // Databases of one deployment have the same key.
  const keys = await first.database.db.$client<
    { row: string }[]
  >`select to_jsonb(k)::text as row from secret_keys k`;
  for (const { row } of keys)
    await sql`insert into secret_keys select * from jsonb_populate_record(null::secret_keys, ${row}::text::jsonb)`;
  const folder = path.join(tmpdir(), `assay-test-second-${process.pid}`);
  const urls = new Map<number, string>();
  const blobs = folderBlobs(folder);
  divide({ runtime: first, cells: { own: 0, urls }, blobs: ofFirst });
  const second = { runtime: { ...first, database }, cells: { own: 1, urls }, blobs };
  const front = createFront((_request, response) => response.writeHead(404).end());
  const server = createServer((request, response) =>
    inSecond.run(second, () => front.server.emit("request", request, response)),
  );
  urls.set(0, "http://127.0.0.1:9");
  urls.set(1, `http://127.0.0.1:${await listen(server, 0, "127.0.0.1")}`);
  return {
    sql,
    blobs,
    close: async () => {
      server.close();
      server.closeAllConnections();
      front.server.close();
      await closeArrivals();
      Object.defineProperty(globalThis, "assayRuntime", { configurable: true, writable: true, value: first });
      Object.defineProperty(globalThis, "assayCells", {
        configurable: true,
        writable: true,
        value: undefined,
      });
      await sql.end({ timeout: 5 });
      await database.close();
      await admin`drop database ${admin(name)} with (force)`;
      await admin.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
