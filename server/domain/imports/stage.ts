import { finished } from "node:stream/promises";
import { readTable, SpreadsheetFault } from "@assay/spreadsheets";
import { and, eq, ne, sql } from "drizzle-orm";
import { COPY_TIMEOUT_MS, type CopyClient } from "@/db/client";
import { type Import, imports } from "@/db/schema/imports";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { conflict, invalid } from "@/server/core/errors";
import { within } from "@/server/core/within";
import { only } from "@/server/data/only";
import { newId } from "@/server/platform/ids";
import { deleteImport } from "./delete";
import { suggestedMapping } from "./mapping";
import { ownedImport } from "./read";
import {
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
  MAX_IMPORTS,
  MAX_STAGED_BYTES,
  MAX_WORKBOOK_BYTES,
  type NewImport,
} from "./schema";
import { copyLine } from "./stored-cell";

/** Rows are written in parts of this size, so that few of them are in memory. */
const PART_BYTES = 1024 * 1024;
/** Lines are joined up to this length: longer texts would outlive the young generation. */
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * Reads a file as it arrives and stores its rows, in parts and in constant memory. Nothing stays of a file that is refused or
 * does not arrive.
 * @throws 400 for an unreadable or too large file; 409 with too many imports
 */
export async function stageImport(
  ctx: Ctx,
  copyClient: CopyClient,
  input: NewImport,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Import> {
  const { id, producerId } = await openImport(ctx, input);
  try {
    const table = await readTable(withinLimits(bytes));
    try {
      const mapping = await suggestedMapping(ctx, input.kind, table.columns);
      await changeArriving(ctx, id, { headers: [...table.columns], mapping });
      const staged = await stagedBytes(ctx, producerId);
      const room = new Room(MAX_STAGED_BYTES - staged);
      const part = new Part();
      for await (const row of table.rows) {
        const line = copyLine(id, row);
        room.take(line);
        part.add(line);
        if (part.bytes < PART_BYTES) continue;
        await copyPart(ctx, copyClient, { id, chunks: part.take(), room });
      }
      await copyPart(ctx, copyClient, { id, chunks: part.take(), room });
    } finally {
      await table.close();
    }
    await changeArriving(ctx, id, { state: "open" });
    return await ownedImport(ctx, id);
  } catch (reason) {
    await deleteImport(ctx, id);
    throw reason instanceof SpreadsheetFault ? unreadable(reason) : reason;
  }
}

/** Counts the rows and bytes of a file against the limits. */
class Room {
  rows = 0;
  bytes = 0;
  constructor(private readonly maxBytes: number) {}

  /** Counts a row as it is stored: empty cells take room too. */
  take(line: string): void {
    this.rows++;
    this.bytes += Buffer.byteLength(line);
    if (this.rows > MAX_IMPORT_ROWS)
      throw invalid("too-many-rows", `A file may have ${MAX_IMPORT_ROWS} rows. Split it.`);
    if (this.bytes > this.maxBytes)
      throw conflict("imports-full", "The imports of this producer take too much room. Discard some first.");
  }
}

/** Lines that wait to be written together. */
class Part {
  private chunks: Buffer[] = [];
  private text = "";
  bytes = 0;

  add(line: string): void {
    this.text += line;
    if (this.text.length >= CHUNK_CHARACTERS) this.join();
  }

  /** Empties the part. */
  take(): Buffer[] {
    this.join();
    const { chunks } = this;
    [this.chunks, this.bytes] = [[], 0];
    return chunks;
  }

  private join(): void {
    if (this.text === "") return;
    const chunk = Buffer.from(this.text);
    this.chunks.push(chunk);
    this.bytes += chunk.byteLength;
    this.text = "";
  }
}

const stagedBytes = async ({ db }: Ctx, producerId: string): Promise<number> => {
  const rows = await db
    .select({ bytes: sql<number>`coalesce(sum(${imports.bytes}), 0)::float8` })
    .from(imports)
    .where(eq(imports.producerId, producerId));
  return only(rows).bytes;
};

const openImport = (ctx: Ctx, { kind, name }: NewImport): Promise<Import> =>
  inTransaction(ctx, async (ctx) => {
    const { producerId, actor } = callingProducer(ctx);
    const kept = and(eq(imports.producerId, producerId), ne(imports.state, "discarded"));
    if ((await ctx.db.$count(imports, kept)) >= MAX_IMPORTS)
      throw conflict("too-many-imports", `${MAX_IMPORTS} imports are kept. Discard one first.`);
    const now = new Date();
    const values = {
      id: newId(now.getTime()),
      producerId,
      kind,
      fileName: name.toWellFormed().replaceAll("\0", ""),
    };
    const rows = await ctx.db
      .insert(imports)
      .values({
        ...values,
        state: "uploading",
        headers: [],
        mapping: [],
        mode: "both",
        actorName: actor.name,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    return only(rows);
  });

/** The bytes of a file, which may be smaller for a workbook: it is unpacked. */
async function* withinLimits(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let [size, maxBytes] = [0, MAX_IMPORT_BYTES];
  for await (const chunk of bytes) {
    if (size === 0 && chunk[0] === 0x50 && chunk[1] === 0x4b) maxBytes = MAX_WORKBOOK_BYTES;
    size += chunk.byteLength;
    if (size > maxBytes) throw new SpreadsheetFault("fileTooLarge");
    yield chunk;
  }
}

/** Changes an import while its file arrives. @throws 409 once it is discarded */
async function changeArriving(
  { db }: Ctx,
  id: string,
  change: Partial<Pick<Import, "headers" | "mapping" | "rows" | "bytes" | "state">>,
): Promise<void> {
  const written = await db
    .update(imports)
    .set({ ...change, updatedAt: new Date() })
    .where(and(eq(imports.id, id), eq(imports.state, "uploading")))
    .returning({ id: imports.id });
  if (written.length === 0) throw conflict("import-discarded", "The import was discarded.");
}

/** Writes rows. The import shows that its upload continues, and stays refused once it is discarded. */
async function copyPart(
  ctx: Ctx,
  copyClient: CopyClient,
  { id, chunks, room: { rows, bytes } }: { id: string; chunks: readonly Buffer[]; room: Room },
): Promise<void> {
  await changeArriving(ctx, id, { rows, bytes });
  if (chunks.length === 0) return;
  const stream = await copyClient`copy import_rows (import_id, number, cells, problem) from stdin`.writable();
  const stored = finished(stream);
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  try {
    await within(COPY_TIMEOUT_MS, stored, "Rows of a file were not stored");
  } catch (reason) {
    // Rows of an import that is gone are refused by the database.
    await changeArriving(ctx, id, { rows, bytes });
    throw reason;
  }
}

const MIB = 1024 ** 2;
const TOO_LARGE = `The file is too large: workbooks can be up to ${MAX_WORKBOOK_BYTES / MIB} MiB, other files up to ${MAX_IMPORT_BYTES / MIB} MiB. Save a large workbook as CSV, or split the file.`;

/** The refusal of a file that cannot be read. The pointer names the kind of the fault. */
function unreadable({ code, message, place }: SpreadsheetFault) {
  const where = [
    place.row && `row ${place.row}`,
    place.column && `column ${place.column}`,
    place.name,
  ].filter(Boolean);
  const words = code === "fileTooLarge" ? TOO_LARGE : message;
  const detail = where.length > 0 ? `${words} (${where.join(", ")})` : words;
  return invalid("file-unreadable", detail, [{ pointer: `/${code}`, message: detail }]);
}
