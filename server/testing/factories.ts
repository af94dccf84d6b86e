import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { JsonObject } from "@/db/json";
import { events } from "@/db/schema/events";
import { type Hook, hooks } from "@/db/schema/hooks";
import { type Item, items } from "@/db/schema/items";
import { type Producer, producers } from "@/db/schema/producers";
import { newSecret } from "@/server/auth/secrets";
import { ANONYMOUS } from "@/server/core/caller";
import type { Ctx } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { CreatedContent } from "@/server/domain/contents/schema";
import { createProducer, type NewProducer } from "@/server/domain/producers/create";
import { ScanAnswer } from "@/server/domain/scans/schema";
import { createToken } from "@/server/domain/tokens/create";
import { revokeToken } from "@/server/domain/tokens/revoke";
import { blobs } from "@/server/platform/blobs";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { newHookSecret, sealedSecret } from "@/server/webhooks/hooks/create";
import { type Call, envelope, get, post, type Reply } from "./api";

/** A context as a command has it: nobody calls. */
export function systemCtx(): Ctx {
  const { database } = runtime();
  return { caller: ANONYMOUS, db: database.db, batchClient: database.batchClient, requestId: "test" };
}

/** A context as a call with the producer's token has it. */
export const ctxOf = ({ producerId }: NewProducer): Ctx => ({
  ...systemCtx(),
  caller: {
    kind: "producer",
    producerId,
    credential: "token",
    actor: { type: "token", id: producerId, name: "First token" },
  },
});

/** A new producer with its credentials. */
export const newProducer = (name = "Acme"): Promise<NewProducer> => createProducer(systemCtx(), name);

/** Registers an item through the interface and returns its identifier. */
export async function newItem(producer: NewProducer, fields: JsonObject = {}): Promise<string> {
  const identifier = `item-${randomUUID()}`;
  return envelope(await post("/items", { identifier, ...fields }, { token: producer.token })).id;
}

/** Makes a group through the interface and returns its id. */
export async function newGroup(producer: NewProducer, fields: JsonObject = {}): Promise<string> {
  return envelope(await post("/groups", fields, { token: producer.token })).id;
}

/** Scans an item through the interface and returns the scan's id. */
export async function newScan(identifier: string, fields: JsonObject = {}, options?: Call): Promise<string> {
  return ScanAnswer.parse((await post("/scans", { identifier, ...fields }, options)).body).scan.id;
}

/** Stores a file through the interface and returns its id. */
export async function newContent(
  { token }: NewProducer,
  type: string,
  bytes: Uint8Array | string,
  fields: JsonObject = {},
): Promise<string> {
  const data = Buffer.from(bytes).toString("base64");
  return CreatedContent.parse(
    (await post("/contents", { "content-type": type, data, ...fields }, { token })).body,
  ).id;
}

/** The row of a producer, which counts the bytes of its contents. */
export const producerRow = async ({ producerId }: NewProducer): Promise<Producer> =>
  only(await runtime().database.db.select().from(producers).where(eq(producers.id, producerId)));

/** Sets how many bytes a producer's contents may take, and the images of its scans. */
export const setQuota = ({ producerId }: NewProducer, quota: number) =>
  runtime().database.db.update(producers).set({ quota }).where(eq(producers.id, producerId));

/** Sets how many bytes a producer's records may take, and the data of its scans. */
export const setRecordQuota = ({ producerId }: NewProducer, recordQuota: number) =>
  runtime().database.db.update(producers).set({ recordQuota }).where(eq(producers.id, producerId));

/** The ids of all bytes that are kept, with a row or without. */
export async function keptBlobs(): Promise<string[]> {
  const ids: string[] = [];
  for await (const page of blobs().list()) ids.push(...page.map(({ id }) => id));
  return ids;
}

/** The row of an item that is not deleted. */
export const itemRow = async (identifier: string): Promise<Item> =>
  only(
    await runtime()
      .database.db.select()
      .from(items)
      .where(sql`${eq(items.identifier, identifier)} and ${items.deletedAt} is null`),
  );

/** A hook of the producer, or of one of its items or groups, that waits for the given events. */
export async function newHook(
  producer: NewProducer,
  events = ["*"],
  columns: Partial<Pick<Hook, "itemId" | "groupId" | "data">> = {},
  url = "https://receiver.test/",
): Promise<string> {
  const id = newId();
  const now = new Date();
  await runtime()
    .database.db.insert(hooks)
    .values({
      id,
      producerId: producer.producerId,
      ...columns,
      events,
      url,
      secret: sealedSecret(newHookSecret(), id),
      createdAt: now,
      updatedAt: now,
    });
  return id;
}

/** The producer's events in the order of their transactions; `transaction` tells which one wrote each. */
export const eventsOf = (producer: NewProducer) =>
  runtime()
    .database.db.select({
      type: events.type,
      snapshot: events.snapshot,
      transaction: sql<string>`${events}.xmin::text`,
    })
    .from(events)
    .where(eq(events.producerId, producer.producerId))
    .orderBy(sql`${events}.xmin::text::bigint`);

/** Texts that are no accepted token of the producer, by what is wrong with them. */
export async function unacceptedTokens({ producerId, ownerKey }: NewProducer): Promise<[string, string][]> {
  const make = (expiresAt: Date | null) =>
    createToken(systemCtx(), { producerId, kind: "token", name: "Spare token", expiresAt });
  const revoked = await make(null);
  await revokeToken(systemCtx(), producerId, revoked.id);
  const expired = await make(new Date(Date.now() - 1));
  return [
    ["unknown", newSecret("token")],
    ["revoked", revoked.secret],
    ["expired", expired.secret],
    ["malformed", "Bearer of nothing"],
    ["mistyped", `${newSecret("token").slice(0, -1)}-`],
    ["empty", ""],
    ["an owner key", ownerKey],
  ];
}

const NEXT = /^<https:\/\/assay\.test\/api\/v2(\/.+)>; rel="next"$/;

/** Follows `Link` from page to page and returns all of them. */
export async function everyPage(path: string, token: string): Promise<Reply[]> {
  const pages: Reply[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const page: Reply = await get(next, { token });
    pages.push(page);
    if (pages.length > 100) throw new Error(`${path} has no last page.`);
    next = page.headers.get("link")?.match(NEXT)?.[1];
  }
  return pages;
}
