import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { NewInspection, Verdict } from "@/server/domain/inspections/schema";

/** The answer of the service. */
export interface Answer {
  id: string;
  verdict: Verdict;
  isInCase: boolean;
}

/** Why the service refused an inspection or one of its photos. */
export interface Refusal {
  code: string | null;
  detail: string;
}

/** An inspection of this device. `queued` until everything of it was sent. */
export interface SavedInspection extends NewInspection {
  personId: string;
  producerId: string;
  state: "queued" | "sent" | "refused";
  answer: Answer | null;
  refusal: Refusal | null;
  photos: number;
  photosSent: number;
  /** When all of it was sent; absent where an earlier version of the app sent it. */
  sentAt?: number;
}

/** A photo of an inspection. Its bytes are dropped once they are sent. */
export interface SavedPhoto {
  key: string;
  name: string;
  sha256: string;
  bytes: ArrayBuffer | null;
}

/** What inspecting a producer's goods offline needs. */
export interface Kit {
  photos: string[];
  cases: { id: string; number: number; title: string }[];
}

export interface Producer {
  id: string;
  name: string;
  mayInspect: boolean;
}

/** The person of this device, as of the last contact with the service. */
export interface Profile {
  personId: string;
  name: string;
  email: string;
  producers: Producer[];
}

interface Schema extends DBSchema {
  inspections: { key: string; value: SavedInspection; indexes: { person: string } };
  photos: { key: [string, string]; value: SavedPhoto; indexes: { key: string } };
  profile: { key: "profile"; value: Profile };
  kits: { key: string; value: Kit };
  times: { key: string; value: number };
}

export type Database = IDBPDatabase<Schema>;

let opened: Promise<Database> | undefined;

/** The database of this device. */
export function database(): Promise<Database> {
  opened ??= openDB<Schema>("assay-inspect", 1, {
    upgrade(db) {
      db.createObjectStore("inspections", { keyPath: "key" }).createIndex("person", "personId");
      db.createObjectStore("photos", { keyPath: ["key", "name"] }).createIndex("key", "key");
      db.createObjectStore("profile");
      db.createObjectStore("kits");
      db.createObjectStore("times");
    },
    terminated() {
      opened = undefined;
    },
  });
  return opened;
}
