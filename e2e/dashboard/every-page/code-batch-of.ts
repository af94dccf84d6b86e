import type { Ctx } from "@/server/core/ctx";
import { requestCodeGeneration } from "@/server/domain/codes/generate";
import { CodeGeneration } from "@/server/domain/codes/schema";
import { printLabels } from "@/server/domain/labels/print";
import { DEFAULT_SETTINGS } from "@/server/domain/labels/schema";

/** A batch of reserved codes, some of them printed. Returns its id. */
export async function codeBatchOf(ctx: Ctx, mark: string): Promise<string> {
  const codes = await requestCodeGeneration(
    ctx,
    CodeGeneration.parse({
      pattern: `ZEPHYR-${mark.slice(-8)}-{number:6}-{random:13}`,
      count: 30,
      reserved: true,
    }),
  );
  const codeBatch = String(codes.result.batchId);
  const source = { of: "batch", batchId: codeBatch, from: 1, count: 10 } as const;
  await printLabels(ctx, { source, settings: DEFAULT_SETTINGS, format: "pdf", skip: 0 });
  return codeBatch;
}
