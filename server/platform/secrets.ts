import { hkdfSync } from "node:crypto";
import { keyring, keyWithId, type SecretKey } from "./keyring";

/** Purposes of hashes. Hashes must stay comparable, so their key never changes (decision 0040). */
type HashPurpose = "device-hash" | "sign-in-tries";

/** Purposes of sealing and signing with the newest key; the value names its key or is short-lived. */
export type SealPurpose =
  | "hook-secrets"
  | "idempotent-answers"
  | "factor-secrets"
  | "channel-urls"
  | "second-codes"
  | "sessions"
  | "visits"
  | "evidence"
  | "cells";

/** The roles of the keyring's keys, as stored in the database. */
export interface KeyRoles {
  /** Seals and signs. */
  current: string;
  /** The key for hashes. */
  hashing: string;
  /** Replaced keys that still open sessions until the given time. */
  retired: readonly { id: string; until: Date }[];
}

declare global {
  var assayKeyRoles: KeyRoles | undefined;
}

/** Sets the roles. On `globalThis`, since Next and the HTTP front are separate bundles. */
export function setKeyRoles(roles: KeyRoles | undefined): void {
  globalThis.assayKeyRoles = roles;
}

/** The roles; with a single key they follow from it. @throws where there is no key, or the roles are not known yet */
function keyRoles(): KeyRoles {
  if (globalThis.assayKeyRoles) return globalThis.assayKeyRoles;
  const [only, ...others] = keyring();
  if (!only) throw new Error("There is no secret key.");
  if (others.length > 0) throw new Error("The roles of the secret keys are not known yet.");
  return { current: only.id, hashing: only.id, retired: [] };
}

function requireKey(id: string): SecretKey {
  const key = keyWithId(id);
  if (!key) throw new Error(`The secret key ${id} is missing.`);
  return key;
}

const derivedKeys = new Map<string, Buffer>();

/** A 256-bit key for one purpose. */
export function derivedKey({ id, secret }: SecretKey, purpose: HashPurpose | SealPurpose): Buffer {
  const name = `${id} ${purpose}`;
  let key = derivedKeys.get(name);
  if (!key) {
    key = Buffer.from(hkdfSync("sha256", secret, "assay", purpose, 32));
    derivedKeys.set(name, key);
  }
  return key;
}

/** The key for hashes, the same after every rotation. */
export const hashKeyFor = (purpose: HashPurpose): Buffer =>
  derivedKey(requireKey(keyRoles().hashing), purpose);

/** The newest key, which seals. */
export const currentKey = (): SecretKey => requireKey(keyRoles().current);

/** The newest key for signatures. */
export const signingKeyFor = (purpose: SealPurpose): Buffer => derivedKey(currentKey(), purpose);

/** The keys that may have made a short-lived signature: the newest, and the recently retired ones. */
export function acceptedKeysFor(purpose: SealPurpose, now = new Date()): Buffer[] {
  const { current, retired } = keyRoles();
  const accepted = retired.filter(({ until }) => until > now).map(({ id }) => id);
  return [current, ...accepted].flatMap((id) => {
    const key = keyWithId(id);
    return key ? [derivedKey(key, purpose)] : [];
  });
}
