import { and, desc, eq } from "drizzle-orm";
import { type Content, contents } from "@/db/schema/contents";
import { type Ctx, callingProducer, isInTransaction } from "@/server/core/ctx";
import { forbidden, notFound } from "@/server/core/errors";
import { batchedRead } from "@/server/data/batched-read";
import { type Page, type Paged, readPage } from "@/server/data/paging";
import { weightOf } from "@/server/data/weight";
import type { BlobRange } from "@/server/platform/blob-store";
import { blobs } from "@/server/platform/blobs";
import { isId } from "@/server/platform/ids";

const notThere = (id: string) => notFound("content-not-found", `There is no content ${id}.`);

/** The fields of a content that serving its file needs. */
export type ServedContent = Pick<Content, "id" | "contentType" | "size" | "name">;

const readServed = batchedRead<ServedContent>(
  "file",
  'select id, content_type as "contentType", size, name from contents where id = any($1::uuid[])',
  ({ id }) => [id],
);

/** Reads a content; undefined if it does not exist. Concurrent reads of a process share a statement. */
export const findContent = async (ctx: Ctx, id: string): Promise<ServedContent | undefined> =>
  isId(id) ? readServed(ctx.batchClient, id.toLowerCase()) : undefined;

/**
 * Reads a content, for everyone.
 * @throws 404 if there is none
 */
export async function getContent(ctx: Ctx, id: string): Promise<ServedContent> {
  const found = await findContent(ctx, id);
  if (!found) throw notThere(id);
  return found;
}

const MAX_BUFFERED_BYTES = 256 * 1024;

/**
 * Reads the bytes of a content, or of a part of it; as a stream above 256 KiB.
 * @throws 404 if they were just deleted
 */
export async function readContent(
  { id, size }: Pick<ServedContent, "id" | "size">,
  range?: BlobRange,
): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>> {
  const length = range ? range.end - range.start + 1 : size;
  const bytes = await (length > MAX_BUFFERED_BYTES ? blobs().stream(id, range) : blobs().read(id, range));
  if (!bytes) throw notThere(id);
  return bytes instanceof ReadableStream ? bytes : new Uint8Array(bytes);
}

/** Lists the contents of the caller, newest first. */
export function listContents(ctx: Ctx, page: Page): Promise<Paged<Content>> {
  const { producerId } = callingProducer(ctx);
  return readPage<Content>(ctx, page, (ctx) => ({
    time: contents.createdAt,
    timeOf: (content) => content.createdAt,
    rankOf: (content) => content.id,
    read: (range, order) =>
      ctx.db
        .select()
        .from(contents)
        .where(and(eq(contents.producerId, producerId), range))
        .orderBy(order),
    weigh: (range, order, limit) =>
      ctx.db
        .select({
          at: contents.createdAt,
          bytes: weightOf(desc(contents.createdAt), limit, contents.name, contents.description),
        })
        .from(contents)
        .where(and(eq(contents.producerId, producerId), range))
        .orderBy(order),
  }));
}

/**
 * The caller's own content; locked if the context is in a transaction.
 * @throws 404 if absent, 403 if another producer's
 */
export async function ownedContent(ctx: Ctx, id: string): Promise<Content> {
  const { producerId } = callingProducer(ctx);
  if (!isId(id)) throw notThere(id);
  const own = ctx.db
    .select()
    .from(contents)
    .where(and(eq(contents.id, id), eq(contents.producerId, producerId)));
  const [content] = await (isInTransaction(ctx) ? own.for("update") : own);
  if (content) return content;
  const [foreign] = await ctx.db.select({ id: contents.id }).from(contents).where(eq(contents.id, id));
  if (foreign) throw forbidden("content-of-another-producer", `Content ${id} belongs to another producer.`);
  throw notThere(id);
}
