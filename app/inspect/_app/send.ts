import { failureOf } from "@/app/ui/failure";
import { mayInspect } from "@/app/ui/may-inspect";
import { database, type SavedInspection } from "./database";
import { changeInspection, forgetSent, notePhotoSent, photosOf } from "./queue";
import { callsFor, holdOf, sendPhoto } from "./service";
import { current, type Hold, noteChange, reload, show } from "./store";

async function noteSent(): Promise<void> {
  await (await database()).put("times", Date.now(), "sent");
}

/** Sends an inspection, and then its photos. Each of them may have been sent before: the service takes it once. */
async function sendOne(inspection: SavedInspection): Promise<void> {
  const { key, producerId, code, note, isFlagged, place, at } = inspection;
  let { answer } = inspection;
  if (!answer) {
    const sent = { key, code, note, isFlagged, case: inspection.case, place, at };
    const { id, verdict, caseId } = await callsFor(producerId).inspections.record.mutate(sent);
    if (verdict === null) throw new Error("The service answered without a verdict.");
    answer = { id, verdict, isInCase: caseId !== null };
    await changeInspection(key, { answer });
    await noteSent();
  }
  for (const { name, sha256, bytes } of await photosOf(key)) {
    if (!bytes) continue;
    await sendPhoto(producerId, answer.id, { name, sha256, bytes });
    await notePhotoSent(key, name);
    await noteSent();
  }
  await changeInspection(key, { state: "sent", refusal: null });
}

/** Sends what is queued, oldest first. A refused inspection is kept with its reason and holds up no other. */
async function sendAll(): Promise<Hold | null> {
  const queued = current().inspections.filter(({ state }) => state === "queued");
  for (const inspection of queued.toReversed()) {
    try {
      await sendOne(inspection);
    } catch (thrown) {
      const hold = holdOf(thrown);
      if (hold) return hold;
      const { code, detail } = failureOf(thrown);
      await changeInspection(inspection.key, { state: "refused", refusal: { code: code ?? null, detail } });
    }
  }
  return null;
}

/** Learns who is signed in. The queue of another person stays on the device, unsent and not shown. */
async function meetPerson(): Promise<Hold | null> {
  const { person, memberships } = await callsFor(undefined).people.me.query();
  const { profile } = current();
  const isOther = profile !== null && profile.personId !== person.id;
  if (isOther && current().inspections.some(({ state }) => state === "queued")) {
    show({ other: person.name });
    return "otherPerson";
  }
  await takeOver(person, memberships);
  return null;
}

interface Met {
  producerId: string;
  producerName: string;
  role: Parameters<typeof mayInspect>[0];
}

async function takeOver(person: { id: string; name: string; email: string }, memberships: Met[]) {
  const producers = memberships.map(({ producerId, producerName, role }) => ({
    id: producerId,
    name: producerName,
    mayInspect: mayInspect(role),
  }));
  const db = await database();
  await db.put(
    "profile",
    { personId: person.id, name: person.name, email: person.email, producers },
    "profile",
  );
  show({ other: null });
  await reload();
}

/** Makes the signed-in person the one of this device: the queue of the person before stays, for their return. */
export async function switchPerson(): Promise<void> {
  const { person, memberships } = await callsFor(undefined).people.me.query();
  await takeOver(person, memberships);
  await refresh();
}

/** Reads what to photograph, and the open cases, of each producer. */
async function readKits(): Promise<Hold | null> {
  const db = await database();
  let hold: Hold | null = null;
  for (const { id, mayInspect: may } of current().profile?.producers ?? []) {
    if (!may) continue;
    try {
      await db.put("kits", await callsFor(id).inspections.kit.query(), id);
    } catch (thrown) {
      hold = holdOf(thrown) ?? hold;
    }
  }
  noteChange();
  return hold;
}

let isKitFresh = false;

async function contact(): Promise<Hold | null> {
  await reload();
  const met = await meetPerson();
  if (met) return met;
  const hold = await sendAll();
  if (hold) return hold;
  const held = isKitFresh ? null : await readKits();
  isKitFresh = held === null;
  await forgetSent();
  return held;
}

/** Sends and reads what there is, in one tab at a time. Returns whether another attempt is needed. */
export async function refresh(): Promise<boolean> {
  const hold = await navigator.locks.request("assay-inspect", { ifAvailable: true }, async (lock) => {
    if (!lock) return null;
    show({ isSending: true });
    try {
      return await contact();
    } catch (thrown) {
      return holdOf(thrown) ?? "notAnswering";
    } finally {
      show({ isSending: false });
    }
  });
  show({ hold });
  await reload();
  return hold !== null || current().inspections.some(({ state }) => state === "queued");
}
