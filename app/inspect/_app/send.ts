import { failureOf } from "@/app/ui/failure";
import { mayInspect } from "@/app/ui/may-inspect";
import { database, type SavedInspection } from "./database";
import { changeInspection, forgetSent, notePhotoSent, photosOf } from "./queue";
import { callsFor, holdOf, isOfProducer, sendPhoto } from "./service";
import { current, type Hold, noteChange, reload, show } from "./store";

async function noteSent(): Promise<void> {
  await (await database()).put("times", Date.now(), "sent");
}

/** Inspections whose last attempt got no answer or a failure: they are sent last, and so hold up no others. */
const failed = new Set<string>();

/** Sends an inspection without its photos, unless it was answered. It may have been sent before: the service takes it once. */
async function sendRecord(inspection: SavedInspection): Promise<void> {
  const { key, personId: person, producerId, code, note, isFlagged, place, at } = inspection;
  if (inspection.answer) return;
  const sent = { person, key, code, note, isFlagged, case: inspection.case, place, at };
  const { id, verdict, caseId } = await callsFor(producerId).inspections.record.mutate(sent);
  if (verdict === null) throw new Error("The service answered without a verdict.");
  await changeInspection(key, { answer: { id, verdict, isInCase: caseId !== null } });
  await noteSent();
}

/**
 * Sends the photos of an inspection that was answered. The service takes each of them once as well. Calls `beforeEach` before
 * each photo.
 */
async function sendPhotos(
  { key, personId: person, producerId, answer }: SavedInspection,
  beforeEach: () => Promise<unknown>,
): Promise<void> {
  if (!answer) return;
  for (const { name, sha256, bytes } of await photosOf(key)) {
    if (!bytes) continue;
    await beforeEach();
    await sendPhoto({ person, producer: producerId, inspection: answer.id }, { name, sha256, bytes });
    await notePhotoSent(key, name);
    await noteSent();
  }
  await changeInspection(key, { state: "sent", refusal: null, sentAt: Date.now() });
  failed.delete(key);
}

/** What is queued, oldest first. */
function inOrder(): SavedInspection[] {
  const queued = current().inspections.filter(({ state }) => state === "queued");
  const isLate = ({ key }: SavedInspection) => failed.has(key);
  return queued.toReversed().toSorted((a, b) => Number(isLate(a)) - Number(isLate(b)));
}

/** Sends what is queued with one of the steps. Stops at the first failure that concerns all. */
async function sendEach(
  send: (inspection: SavedInspection) => Promise<unknown>,
  held: Map<string, Hold>,
): Promise<Hold | null> {
  await reload();
  for (const inspection of inOrder()) {
    if (held.has(inspection.producerId)) continue;
    try {
      await send(inspection);
    } catch (thrown) {
      const hold = holdOf(thrown);
      if (hold === undefined) {
        const { code, detail } = failureOf(thrown);
        await changeInspection(inspection.key, { state: "refused", refusal: { code: code ?? null, detail } });
      } else if (isOfProducer(hold)) held.set(inspection.producerId, hold);
      else {
        failed.add(inspection.key);
        return hold;
      }
    }
  }
  return null;
}

/**
 * Sends all records, since people wait for the answers, and then the photos; a record that is saved meanwhile waits for one photo
 * at most. A refused inspection is kept with its reason; a producer that takes none holds up no other.
 */
async function sendAll(): Promise<Hold | null> {
  const held = new Map<string, Hold>();
  const hold = await sendEach(sendRecord, held);
  if (hold && hold !== "notAnswering") return hold;
  const sendNewRecord = async (one: SavedInspection) => failed.has(one.key) || sendRecord(one);
  const sendNewRecords = () => sendEach(sendNewRecord, held);
  const ofPhotos = await sendEach((one) => sendPhotos(one, sendNewRecords), held);
  return ofPhotos ?? hold ?? [...held.values()][0] ?? null;
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
  show({ isMet: true });
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

const KIT_MS = 60_000;
/** When the kits were read, and for whom. */
let kitsRead = { personId: "", at: 0 };

async function refreshKits(): Promise<Hold | null> {
  const personId = current().profile?.personId ?? "";
  if (kitsRead.personId === personId && Date.now() - kitsRead.at < KIT_MS) return null;
  const hold = await readKits();
  if (hold === null) kitsRead = { personId, at: Date.now() };
  return hold;
}

async function contact(): Promise<Hold | null> {
  await reload();
  const met = await meetPerson();
  if (met) return met;
  const hold = await sendAll();
  // The sign-in changed meanwhile.
  if (hold === "otherPerson") return meetPerson();
  if (hold && !isOfProducer(hold)) return hold;
  const heldKits = await refreshKits();
  await forgetSent();
  return hold ?? heldKits;
}

/** Sends and reads what there is, in one tab at a time. Returns whether another attempt is needed. */
export async function refresh(): Promise<boolean> {
  const hold = await navigator.locks.request("assay-inspect", { ifAvailable: true }, async (lock) => {
    if (!lock) return current().hold;
    show({ isSending: true });
    try {
      return await contact();
    } catch (thrown) {
      return holdOf(thrown) ?? "notAnswering";
    } finally {
      show({ isSending: false });
    }
  });
  show({ hold, isMet: true });
  await reload();
  return hold !== null || current().inspections.some(({ state }) => state === "queued");
}
