import { createHash, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/core/ctx";
import type { NewInspection } from "@/server/domain/inspections/schema";
import { runtime } from "@/server/runtime/runtime";
import { uploadInspectionPhoto } from "@/server/web/dashboard/inspection-photos";
import { newSignedIn, producerQuery } from "./dashboard";
import { newProducer } from "./factories";
import { ctxOfMember, newMember } from "./people";

/** An inspection as a device sends it. */
export const inspectionOf = (code: string, more: Partial<NewInspection> = {}): NewInspection => ({
  key: randomUUID(),
  code,
  note: "Loose seam",
  isFlagged: false,
  case: "new",
  place: { latitude: 51.9, longitude: 4.5, accuracy: 12 },
  at: Date.now(),
  ...more,
});

/** An inspector of a new producer. */
export async function newInspector(): Promise<{
  ctx: Ctx;
  producer: Awaited<ReturnType<typeof newProducer>>;
}> {
  const producer = await newProducer();
  return { producer, ctx: ctxOfMember(producer, await newMember(producer, "inspector")) };
}

/** The scans of an identifier. */
export const scansOf = (identifier: string) =>
  runtime().database.db.select().from(scans).where(eq(scans.identifier, identifier));

/** A photo; each seed makes another one. */
export const jpeg = (seed: number) =>
  sharp({ create: { width: 8 + seed, height: 8, channels: 3, background: "#a12" } })
    .jpeg()
    .toBuffer();
/** The hash by which devices name a photo. */
export const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Sends a photo as a device does. */
export function send(
  cookie: string,
  id: string,
  photo: string,
  bytes: Uint8Array,
  more: { sha256?: string; person?: string } = {},
) {
  const query = new URLSearchParams({ inspection: id, photo, sha256: hashOf(bytes), ...more });
  return uploadInspectionPhoto(
    new Request(`https://assay.test/api/dashboard/inspections/photos?${query}&${producerQuery(cookie)}`, {
      method: "POST",
      headers: { cookie, "content-type": "image/jpeg", "sec-fetch-site": "same-origin" },
      body: Uint8Array.from(bytes),
    }),
  );
}

/** A signed-in member of a new producer, who sends photos. */
export async function newPhotographer() {
  const producer = await newProducer();
  const { cookie, personId } = await newSignedIn([{ producer, role: "inspector" }]);
  const ctx: Ctx = { ...ctxOfMember(producer, await newMember(producer, "inspector")) };
  if (ctx.caller.kind !== "producer") throw new Error("A member is a producer.");
  const own: Ctx = { ...ctx, caller: { ...ctx.caller, actor: { type: "user", id: personId, name: "Test" } } };
  return { producer, cookie, ctx: own };
}
