import { hash, randomBytes, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const PREFIX_OF = {
  token: { live: "ant_", test: "aat_test_" },
  ownerKey: { live: "ano_", test: "aok_test_" },
} as const;

export type SecretKind = keyof typeof PREFIX_OF;

const SECRET = new RegExp(`^(ant_|ano_|aat_test_|aok_test_)[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

function checksum(text: string): string {
  let rest = crc32(text);
  let out = "";
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    out = BASE62.charAt(rest % 62) + out;
    rest = Math.floor(rest / 62);
  }
  return out;
}

/**
 * A new API token (`ant_...`) or owner key (`ano_...`), of a sandbox `aat_test_...` or `aok_test_...`: 30 random base62 characters
 * and a checksum of 6.
 */
export function newSecret(kind: SecretKind, mode: "live" | "test" = "live"): string {
  let body: string = PREFIX_OF[kind][mode];
  for (let i = 0; i < RANDOM_LENGTH; i++) body += BASE62.charAt(randomInt(62));
  return body + checksum(body);
}

/** Whether a text has the form of a secret and a valid checksum. Other texts need no database lookup. */
export const isWellFormedSecret = (text: string) =>
  SECRET.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);

/** Whether a text says that it is a secret of a sandbox, valid or not. */
export const isTestSecret = (text: string) => /^(aat|aok)_test_/.test(text);

/** The stored hash of a secret. The secret has 178 random bits, so a plain hash is not guessable. */
export const hashOfSecret = (secret: string) => hash("sha256", secret, "buffer");

/** The same hash as text, the key of a process's cache: computed in a third of the time. */
export const nameOfSecret = (secret: string) => hash("sha256", secret, "hex");

/** The end of a secret, shown so that people recognise a token. */
export const hintOfSecret = (secret: string) => secret.slice(-4);

/** The secret of a single-use link: 256 random bits. Stored by `hashOfSecret`. */
export const newLinkSecret = () => randomBytes(32).toString("base64url");
