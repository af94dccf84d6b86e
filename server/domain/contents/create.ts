import { createHash } from "node:crypto";
import { type Content, contents } from "@/db/schema/contents";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { AppError } from "@/server/core/errors";
import { within } from "@/server/core/within";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { emit } from "@/server/events/emit";
import { copyToBackups } from "@/server/platform/backup-place";
import { blobs } from "@/server/platform/blobs";
import { newId } from "@/server/platform/ids";
import { log } from "@/server/platform/log";
import { acceptedMediaType } from "./media-type";
import type { NewContent } from "./schema";
import { refuseWithoutSpace, takeSpace } from "./space";

/** A file whose bytes are stored; without a row it is an orphan, and the sweep removes it. */
export type KeptFile = Pick<Content, "id" | "contentType" | "size" | "sha256" | "name" | "description">;

/**
 * Checks a file and stores its bytes, before the transaction, because that takes long.
 * @throws 400 with the fault of the file
 */
export async function keepContent(ctx: Ctx, input: NewContent): Promise<KeptFile> {
  const { producerId } = callingProducer(ctx);
  const contentType = await acceptedMediaType(input["content-type"], input.data);
  await refuseWithoutSpace(ctx, { producerId, of: "contentBytes", bytes: input.data.byteLength });
  return keepFile({ ...input, contentType });
}

/** A disk that hangs delays uploads by this time. */
const COPY_TIMEOUT_MS = 5_000;

/** Copies stored bytes to the backups before their row is there, so that each restored row has its bytes. */
async function copied(id: string): Promise<void> {
  try {
    await within(COPY_TIMEOUT_MS, copyToBackups(id, blobs()), "The disk of the backups does not answer");
  } catch (err) {
    log.warn(
      { err, content: id },
      "bytes of a file could not be copied to the backups; the next backup does it",
    );
  }
}

/** Stores the bytes of a checked file. */
export async function keepFile(file: {
  contentType: string;
  data: Uint8Array;
  name?: string | null | undefined;
  description?: string | null | undefined;
}): Promise<KeptFile> {
  const { contentType, data, name = null, description = null } = file;
  const id = newId();
  await blobs().put(id, data);
  await copied(id);
  const sha256 = createHash("sha256").update(data).digest();
  return { id, contentType, size: data.byteLength, sha256, name, description };
}

/** Removes stored bytes that did not become a content; if that fails, the sweep removes them. */
export const discardFile = ({ id }: KeptFile): Promise<void> =>
  blobs()
    .remove(id)
    .catch(() => {});

/**
 * Awaits the work that makes stored bytes a content, and removes the bytes if it is refused. Any other failure may come after
 * the commit, so the bytes are left to the sweep, which looks for the row.
 */
export async function orDiscard<T>(file: KeptFile, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (refused) {
    if (refused instanceof AppError) await discardFile(file);
    throw refused;
  }
}

/**
 * Makes stored bytes a content of the caller.
 * @throws 400 if its quota is used up
 */
export const createContent = (ctx: Ctx, file: KeptFile): Promise<Content> =>
  orDiscard(
    file,
    inTransaction(ctx, async (ctx) => {
      const { producerId } = callingProducer(ctx);
      const content = await addContent(ctx, file, { producerId });
      await recordAuditEvent(ctx, "contentCreated", { producerId, id: content.id, name: content.name });
      return content;
    }),
  );

/** Makes stored bytes a content of a producer, or an image of one of its scans, in the caller's transaction. */
export async function addContent(
  ctx: Ctx,
  file: KeptFile,
  owner: { producerId: string; scanId?: string; scanPlace?: number },
): Promise<Content> {
  const { producerId } = owner;
  const of = owner.scanId === undefined ? "contentBytes" : "scanImageBytes";
  await takeSpace(ctx, { producerId, of, bytes: file.size });
  const content = only(
    await ctx.db
      .insert(contents)
      .values({ ...file, ...owner, createdAt: new Date() })
      .returning(),
  );
  await emit(ctx, "contentCreated", { producerId, contentId: content.id });
  return content;
}
