import { randomUUID } from "node:crypto";
import type { JsonObject } from "@/db/json";
import { hooks } from "@/db/schema/hooks";
import { ANONYMOUS } from "@/server/auth/caller";
import type { Ctx } from "@/server/ctx";
import { createProducer, type NewProducer } from "@/server/domain/producers/create";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime";
import { envelope, post } from "./api";

/** A context as a command has it: nobody calls. */
export function systemCtx(): Ctx {
  const { database } = runtime();
  return { caller: ANONYMOUS, db: database.db, hot: database.hot, requestId: "test" };
}

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

/** A hook of the producer that waits for the given events. */
export async function newHook(producer: NewProducer, events = ["*"]): Promise<string> {
  const id = newId();
  const now = new Date();
  await runtime().database.db.insert(hooks).values({
    id,
    producerId: producer.producerId,
    events,
    url: "https://receiver.test/",
    createdAt: now,
    updatedAt: now,
  });
  return id;
}
