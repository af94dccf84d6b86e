import { hkdfSync } from "node:crypto";
import { keyring, keyWithId, type SecretKey } from "./keyring";

/** What is hashed has to stay comparable, so its key never changes (decision 0040). */
type HashPurpose = "device-hash" | "sign-in-tries";

/** What is sealed or signed, by the newest key; it names its key or is short-lived. */
export type SealPurpose = "hook-secrets" | "idempotent-answers" | "sessions" | "visits";

/** Which keys of the keyring serve for what, as the database has it. */
export interface KeyRoles {
  /** Seals and signs. */
  current: string;
  /** Keys what is hashed. */
  hashing: string;
  /** Out of use, yet still open sessions, until then. */
  retired: readonly { id: string; until: Date }[];
}

declare global {
  var assayKeyRoles: KeyRoles | undefined;
}

/** Takes over the roles. On `globalThis`, since Next and the HTTP front are bundled apart. */
export function setKeyRoles(roles: KeyRoles | undefined): void {
  globalThis.assayKeyRoles = roles;
}

/** The roles; of a keyring with one key they are plain. @throws where they cannot be told */
function keyRoles(): KeyRoles {
  if (globalThis.assayKeyRoles) return globalThis.assayKeyRoles;
  const [only, ...others] = keyring();
  if (!only) throw new Error("There is no secret key.");
  if (others.length > 0) throw new Error("The roles of the secret keys are not known yet.");
  return { current: only.id, hashing: only.id, retired: [] };
}

function needed(id: string): SecretKey {
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

/** The key of what is hashed, the same after every rotation. */
export const hashKeyFor = (purpose: HashPurpose): Buffer => derivedKey(needed(keyRoles().hashing), purpose);

/** The key that seals from now on. */
export const currentKey = (): SecretKey => needed(keyRoles().current);

/** The key that signs from now on. */
export const signingKeyFor = (purpose: SealPurpose): Buffer => derivedKey(currentKey(), purpose);

/** The keys that short-lived signatures may be of: the newest, and those that went out of use a short while ago. */
export function acceptedKeysFor(purpose: SealPurpose, now = new Date()): Buffer[] {
  const { current, retired } = keyRoles();
  const accepted = retired.filter(({ until }) => until > now).map(({ id }) => id);
  return [current, ...accepted].flatMap((id) => {
    const key = keyWithId(id);
    return key ? [derivedKey(key, purpose)] : [];
  });
}
