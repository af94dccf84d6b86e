import type { NewInspection } from "@/server/domain/inspections/schema";
import { database, type SavedInspection, type SavedPhoto } from "./database";
import { noteChange } from "./store";

/** A photo as the form made it. */
export type TakenPhoto = Pick<SavedPhoto, "name" | "sha256"> & { bytes: ArrayBuffer };

/** Whether the device has no room for what should be saved. */
export const isFull = (thrown: unknown): boolean =>
  thrown instanceof DOMException && thrown.name === "QuotaExceededError";

/**
 * Saves an inspection with its photos, all or nothing, before anything is sent.
 * @throws QuotaExceededError if the device is full
 */
export async function saveInspection(
  of: { personId: string; producerId: string },
  inspection: NewInspection,
  photos: TakenPhoto[],
): Promise<void> {
  const db = await database();
  const saving = db.transaction(["inspections", "photos"], "readwrite", { durability: "strict" });
  const { key } = inspection;
  const saved: SavedInspection = {
    ...inspection,
    ...of,
    state: "queued",
    answer: null,
    refusal: null,
    photos: photos.length,
    photosSent: 0,
  };
  saving.done.catch(() => {});
  try {
    const stored = saving.objectStore("inspections").add(saved);
    const withPhotos = photos.map((photo) => saving.objectStore("photos").add({ key, ...photo }));
    await Promise.all([stored, ...withPhotos, saving.done]);
  } catch (thrown) {
    const reason = saving.error ?? thrown;
    if (!saving.error) saving.abort();
    throw reason;
  }
  noteChange();
}

/** Changes a saved inspection, unless it was discarded. */
export async function changeInspection(key: string, change: Partial<SavedInspection>): Promise<void> {
  const db = await database();
  const changing = db.transaction("inspections", "readwrite");
  const found = await changing.store.get(key);
  if (found) await changing.store.put({ ...found, ...change });
  await changing.done;
  noteChange();
}

/** Queues again what was refused of a person's inspections. */
export async function requeueRefused(personId: string): Promise<void> {
  const db = await database();
  const changing = db.transaction("inspections", "readwrite");
  for (const found of await changing.store.index("person").getAll(personId))
    if (found.state === "refused") await changing.store.put({ ...found, state: "queued", refusal: null });
  await changing.done;
  noteChange();
}

/** The photos of an inspection, by name. */
export const photosOf = async (key: string): Promise<SavedPhoto[]> =>
  (await database()).getAllFromIndex("photos", "key", key);

/** Notes that a photo was sent, and drops its bytes. */
export async function notePhotoSent(key: string, name: string): Promise<void> {
  const db = await database();
  const changing = db.transaction(["inspections", "photos"], "readwrite");
  const photo = await changing.objectStore("photos").get([key, name]);
  const inspection = await changing.objectStore("inspections").get(key);
  if (photo?.bytes) {
    await changing.objectStore("photos").put({ ...photo, bytes: null });
    if (inspection)
      await changing.objectStore("inspections").put({ ...inspection, photosSent: inspection.photosSent + 1 });
  }
  await changing.done;
  noteChange();
}

/** Removes an inspection and its photos from this device. */
export async function discardInspection(key: string): Promise<void> {
  const db = await database();
  const removing = db.transaction(["inspections", "photos"], "readwrite");
  await removing.objectStore("inspections").delete(key);
  for (const photo of await removing.objectStore("photos").index("key").getAllKeys(key))
    await removing.objectStore("photos").delete(photo);
  await removing.done;
  noteChange();
}

const KEPT_MS = 7 * 86_400_000;

/** Removes what was sent a week ago and earlier. */
export async function forgetSent(now = Date.now()): Promise<void> {
  const db = await database();
  for (const { key, state, at, sentAt = at } of await db.getAll("inspections"))
    if (state === "sent" && sentAt < now - KEPT_MS) await discardInspection(key);
}
