import type { Ctx } from "@/server/core/ctx";
import { checkRows } from "./batches";
import { ownedImport } from "./read";
import { rowsAfter } from "./rows";
import { PREVIEW_ROWS } from "./schema";
import { refuseFaultyMapping } from "./settings";
import { type ShownRow, shownRow } from "./view";

/**
 * The first rows of an import and what each would do. Changes nothing.
 * @throws 400 for a faulty mapping
 */
export async function previewImport(ctx: Ctx, id: string): Promise<ShownRow[]> {
  const of = await ownedImport(ctx, id);
  refuseFaultyMapping(of);
  const { rows } = await rowsAfter(ctx, of, { after: 0, limit: PREVIEW_ROWS });
  const results = await checkRows(ctx, of, rows);
  return rows.map((row, at) => shownRow(row, results[at]));
}
