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

/** A context without an identified caller, as commands use. */
export function systemCtx(): Ctx {
  const { database } = runtime();
  return { caller: ANONYMOUS, db: database.db, batchClient: database.batchClient, requestId: "test" };
}

/** The context of a call with the producer's token. */
export const ctxOf = ({ producerId }: NewProducer): Ctx => ({
  ...systemCtx(),
  caller: {
    kind: "producer",
    producerId,
    sandbox: 0,
    credential: "token",
    actor: { type: "token", id: producerId, name: "First token" },
  },
});

/** Creates a producer with its credentials. */
export const newProducer = (name = "Acme"): Promise<NewProducer> => createProducer(systemCtx(), name);

/** Registers an item through the API. Returns its identifier. */
export async function newItem(producer: NewProducer, fields: JsonObject = {}): Promise<string> {
  const identifier = `item-${randomUUID()}`;
  return envelope(await post("/items", { identifier, ...fields }, { token: producer.token })).id;
}

/** Creates a group through the API. Returns its id. */
export async function newGroup(producer: NewProducer, fields: JsonObject = {}): Promise<string> {
  return envelope(await post("/groups", fields, { token: producer.token })).id;
}

/** Scans an item through the API. Returns the scan's id. */
export async function newScan(identifier: string, fields: JsonObject = {}, options?: Call): Promise<string> {
  return ScanAnswer.parse((await post("/scans", { identifier, ...fields }, options)).body).scan.id;
}

/** Stores a file through the API. Returns its id. */
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

/** The row of a producer, with its byte counters. */
export const producerRow = async ({ producerId }: NewProducer): Promise<Producer> =>
  only(await runtime().database.db.select().from(producers).where(eq(producers.id, producerId)));

/** Sets the quota, in bytes, for a producer's files and the images of its scans. */
export const setQuota = ({ producerId }: NewProducer, quota: number) =>
  runtime().database.db.update(producers).set({ quota }).where(eq(producers.id, producerId));

/** Sets the quota, in bytes, for a producer's records and the data of its scans. */
export const setRecordQuota = ({ producerId }: NewProducer, recordQuota: number) =>
  runtime().database.db.update(producers).set({ recordQuota }).where(eq(producers.id, producerId));

/** The ids of all stored blobs, orphans included. */
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

/** Creates a webhook of the producer, or of one of its items or groups, for the given events. */
export async function newHook(
  producer: NewProducer,
  events = ["*"],
  columns: Partial<Pick<Hook, "itemId" | "groupId" | "data" | "createdAt">> = {},
  url = "https://receiver.test/",
): Promise<string> {
  const id = newId();
  const now = new Date();
  await runtime()
    .database.db.insert(hooks)
    .values({
      id,
      producerId: producer.producerId,
      createdAt: now,
      ...columns,
      events,
      url,
      secret: sealedSecret(newHookSecret(), id),
      updatedAt: now,
    });
  return id;
}

/** The producer's events in the order of their transactions; `transaction` is the id of the writing one. */
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

/** Texts that are not accepted as a token of the producer, by their fault. */
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

/** Follows `Link` from page to page. Returns all pages. */
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
