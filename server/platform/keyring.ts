import { hkdfSync, randomBytes, randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { z } from "zod";
import { env } from "./env";
import { codeOf } from "./error-code";

/** Why the keys cannot be used, in one line. */
export class KeyError extends Error {
  override name = "KeyError";
}

/** One secret of the deployment. Its id is derived from the secret and reveals nothing of it. */
export interface SecretKey {
  id: string;
  secret: string;
}

export const MIN_SECRET_LENGTH = 32;
const ID_BYTES = 8;
const KEY_BYTES = 32;
/** Minimum time between reads of the file for an unknown key. */
const REREAD_INTERVAL_MS = 1_000;

const KeyFile = z.array(z.string().min(MIN_SECRET_LENGTH)).min(1);

export const keyFile = () => path.resolve(env.DATA_DIR, "secret-key");

const keyOf = (secret: string): SecretKey => ({
  id: Buffer.from(hkdfSync("sha256", secret, "assay", "key-id", ID_BYTES)).toString("hex"),
  secret,
});

export const newKey = (): SecretKey => keyOf(randomBytes(KEY_BYTES).toString("base64url"));

const reasonOf = (error: unknown) => codeOf(error) ?? String(error);

/**
 * The secrets in a key file: the whole text is the only one, or it is a JSON array, oldest first.
 * @throws {KeyError} where it holds none; its message quotes nothing of the text
 */
export function secretsIn(text: string, file: string): string[] {
  if (text.trim() === "")
    throw new KeyError(`The secret key in ${file} is empty. Restore the file from a backup.`);
  if (!text.startsWith("[")) {
    if (text.trim().length >= MIN_SECRET_LENGTH) return [text];
    throw new KeyError(
      `The secret key in ${file} has fewer than ${MIN_SECRET_LENGTH} characters. Restore the file from a backup.`,
    );
  }
  try {
    return KeyFile.parse(JSON.parse(text));
  } catch {
    throw new KeyError(
      `The secret keys in ${file} cannot be read: the file is damaged. Restore it from a backup.`,
    );
  }
}

/** Reads the key file; undefined where it is missing. @throws where it cannot be read, or holds no key */
function readKeyFile(): SecretKey[] | undefined {
  const file = keyFile();
  try {
    return secretsIn(readFileSync(file, "utf8"), file).map(keyOf);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    if (error instanceof KeyError) throw error;
    throw new KeyError(`The secret key in ${file} cannot be read (${reasonOf(error)}).`);
  }
}

/** Whether the keys come from the environment, so that no command can change them. */
export const isFromEnvironment = () => env.SECRET_KEY !== undefined;

const environmentKeys = (): SecretKey[] =>
  [...(env.SECRET_KEY === undefined ? [] : [env.SECRET_KEY]), ...env.SECRET_KEY_OTHERS].map(keyOf);

let cached: { keys: SecretKey[]; readAt: number } | undefined;

/** All keys of this process, from `SECRET_KEY` and `SECRET_KEY_OTHERS` or from the key file; none without a file. */
export function keyring(): SecretKey[] {
  cached ??= {
    keys: isFromEnvironment() ? environmentKeys() : (readKeyFile() ?? []),
    readAt: performance.now(),
  };
  return cached.keys;
}

export function forgetKeyring(): void {
  cached = undefined;
}

/** Finds a key. Where there is none, the file is read again: another process may have added the key. */
export function findKey(isWanted: (key: SecretKey) => boolean): SecretKey | undefined {
  const find = () => keyring().find(isWanted);
  const found = find();
  if (found || isFromEnvironment()) return found;
  if (cached && performance.now() - cached.readAt < REREAD_INTERVAL_MS) return undefined;
  forgetKeyring();
  return find();
}

export const keyWithId = (id: string): SecretKey | undefined => findKey((key) => key.id === id);

function syncFolder(folder: string) {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function writeWhole(file: string, text: string) {
  const handle = openSync(file, "wx", 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Some network file systems have no hard links. */
const LINKS_UNSUPPORTED = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EINVAL", "EMLINK"]);

/** Gives the written file its final name, unless a file of that name exists. */
function publish(temporary: string, file: string) {
  try {
    linkSync(temporary, file);
  } catch (error) {
    const code = codeOf(error);
    if (code === "EEXIST") return;
    if (code === undefined || !LINKS_UNSUPPORTED.has(code) || existsSync(file)) throw error;
    renameSync(temporary, file);
  }
}

/** The text of a key file. A single secret is written bare, as earlier releases wrote and read it. */
export const textOfSecrets = ([only, ...others]: string[]): string =>
  others.length === 0 && only ? only : `${JSON.stringify([only, ...others], null, 2)}\n`;

function write(keys: SecretKey[], { replace }: { replace: boolean }) {
  const file = keyFile();
  const temporary = `${file}.${randomUUID()}`;
  const text = textOfSecrets(keys.map(({ secret }) => secret));
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    try {
      writeWhole(temporary, text);
      if (replace) renameSync(temporary, file);
      else publish(temporary, file);
    } finally {
      rmSync(temporary, { force: true });
    }
    syncFolder(path.dirname(file));
  } catch (error) {
    throw new KeyError(`The secret key cannot be written to ${file} (${reasonOf(error)}).`);
  }
  forgetKeyring();
}

/** Makes the first key if there is none. Concurrent processes agree on one; an existing file stays. */
export function createKeyFile(): void {
  write([newKey()], { replace: false });
}

/** Replaces the keys of the file atomically. */
export function writeKeyFile(keys: SecretKey[]): void {
  write(keys, { replace: true });
}
