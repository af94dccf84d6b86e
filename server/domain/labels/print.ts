import { setImmediate as nextTurn } from "node:timers/promises";
import {
  DEFAULT_PICTURE_DPI,
  estimateSize,
  fitted,
  LabelFault,
  type LabelFaultCode,
  pictureSize,
} from "@assay/labels";
import { type LabelPrint, labelPrints } from "@/db/schema/label-prints";
import { printedLabels } from "@/db/schema/printed-labels";
import { type Ctx, callingProducer, inTransaction, sandboxIn } from "@/server/core/ctx";
import { type AppError, invalid } from "@/server/core/errors";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { MAX_CODES } from "@/server/domain/codes/schema";
import { ownCodeSecret } from "@/server/domain/ownership/settings";
import { publicBaseUrl } from "@/server/platform/env";
import { newId } from "@/server/platform/ids";
import { type Codes, codesOf, firstCodes, labelDataOf } from "./codes";
import { countPrinted } from "./printed";
import { hasSecondCodes } from "./prints";
import { contentOf, layoutOf, MAX_LABELS, payloadOf } from "./schema";
import type { NewPrint } from "./source";

/** Labels that are tried before a file begins: those with the largest symbols. */
const MAX_TRIED = 50;

/**
 * Records a print of labels; its file is made when it is downloaded.
 * @throws 400 if a label cannot be drawn, without any code or with too many; 403 and 404 for codes of others; 409 for second
 *   codes while activation is off
 */
export const printLabels = (ctx: Ctx, { source, settings, format, skip }: NewPrint): Promise<LabelPrint> =>
  inTransaction(ctx, async (ctx) => {
    const { producerId, actor } = callingProducer(ctx);
    const isWholeBatch = format === "csv" && source.of === "batch";
    const codes = await codesOf(ctx, source, isWholeBatch ? MAX_CODES : MAX_LABELS);
    const showsSecondCodes = hasSecondCodes({ format }, settings);
    if (showsSecondCodes) await ownCodeSecret(ctx);
    if (format !== "csv") await refuseImpossible(ctx, codes, settings, format);
    const values: typeof labelPrints.$inferInsert = {
      id: newId(),
      producerId,
      format,
      settings,
      skip,
      ...("batchId" in codes ? { batchId: codes.batchId, firstPosition: codes.firstPosition } : {}),
      count: codes.count,
      reprinted: await countPrinted(ctx, codes),
      actorType: actor.type,
      actorId: actor.id,
      actorName: actor.name,
      at: new Date(),
    };
    const print = only(await ctx.db.insert(labelPrints).values(values).returning());
    if ("identifiers" in codes) await addLabels(ctx, print.id, codes.identifiers);
    await recordAuditEvent(ctx, "labelsPrinted", {
      producerId,
      id: print.id,
      name: format.toUpperCase(),
      changes: [
        { path: "/count", to: print.count },
        { path: "/reprinted", to: print.reprinted },
        ...(showsSecondCodes ? [{ path: "/secondCodes", to: print.count }] : []),
      ],
    });
    return print;
  });

const PART_SIZE = 1_000;

async function addLabels(ctx: Ctx, printId: string, codes: string[]): Promise<void> {
  const sandbox = sandboxIn(ctx);
  for (let start = 0; start < codes.length; start += PART_SIZE) {
    const part = codes.slice(start, start + PART_SIZE);
    await ctx.db
      .insert(printedLabels)
      .values(
        part.map((identifier, index) => ({ printId, position: start + index + 1, identifier, sandbox })),
      );
  }
}

const REFUSALS: Record<LabelFaultCode, (message: string) => AppError> = {
  payload: (message) => invalid("label-payload", message),
  "too-small": (message) => invalid("label-too-small", message),
  "quiet-zone": (message) => invalid("label-quiet-zone", message),
  grid: (message) => invalid("label-grid", message),
  "picture-size": (message) => invalid("label-picture-size", message),
};

/** The codes with the largest symbols. */
async function largestOf(codes: string[], { symbol }: NewPrint["settings"]): Promise<string[]> {
  const sizes = new Map<string, number>();
  for (const [index, code] of codes.entries()) {
    // Other callers have their turn: 10,000 codes take 0.3 s.
    if (index % PART_SIZE === 0) await nextTurn();
    sizes.set(code, estimateSize(symbol, payloadOf(symbol, code, publicBaseUrl)));
  }
  return codes.toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0)).slice(0, MAX_TRIED);
}

/** Tries the labels with the largest symbols. */
async function refuseImpossible(
  ctx: Ctx,
  codes: Codes,
  settings: NewPrint["settings"],
  format: NewPrint["format"],
): Promise<void> {
  const all = await firstCodes(ctx, codes, MAX_LABELS);
  const foreign = all.filter((code) => /[^ -~]/.test(code)).slice(0, MAX_TRIED);
  const labels = await labelDataOf(ctx, [...(await largestOf(all, settings)), ...foreign]);
  try {
    const layout = layoutOf(settings);
    const dpi = settings.dpi ?? DEFAULT_PICTURE_DPI;
    if (format === "png") pictureSize(layout.grid, dpi);
    fitted(
      format === "png" ? { ...layout, style: { ...layout.style, dpi } } : layout,
      labels.map((label) => contentOf(settings, label, publicBaseUrl)),
    );
  } catch (fault) {
    if (!(fault instanceof LabelFault)) throw fault;
    throw REFUSALS[fault.code](fault.message);
  }
}
