import type { Import } from "@/db/schema/imports";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { tooManyRequests } from "@/server/data/too-many-requests";
import type { NewImport } from "@/server/domain/imports/schema";
import { stageImport } from "@/server/domain/imports/stage";
import { runtime } from "@/server/runtime/runtime";

/** Files that arrive at the same time in this process, and of one producer. The last place is for a producer without one. */
const MAX_FILES = 4;
const MAX_FILES_OF_PRODUCER = 2;

declare global {
  var assayArrivingImports: string[] | undefined;
}

/** Producers whose files arrive. On `globalThis`, since Next and the HTTP front are separate bundles. */
function arriving(): string[] {
  globalThis.assayArrivingImports ??= [];
  return globalThis.assayArrivingImports;
}

/**
 * Stores the rows of a file as its bytes arrive.
 * @throws 400 for an unreadable file, 409 with too many imports, 429 with too many other uploads
 */
export async function receiveImport(
  ctx: Ctx,
  input: NewImport,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Import> {
  const { producerId } = callingProducer(ctx);
  const own = arriving().filter((id) => id === producerId).length;
  const maxFiles = own > 0 ? MAX_FILES - 1 : MAX_FILES;
  if (arriving().length >= maxFiles || own >= MAX_FILES_OF_PRODUCER)
    throw tooManyRequests("imports at once", "Too many uploads at once.", 5, { connection: "close" });
  arriving().push(producerId);
  try {
    return await stageImport(ctx, runtime().database.copyClient, input, bytes);
  } finally {
    arriving().splice(arriving().indexOf(producerId), 1);
  }
}
