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
import { codeOf } from "./embedded-postgres-place";
import { env } from "./env";

/** Says in one line why the keys cannot be used. */
export class KeyError extends Error {
  override name = "KeyError";
}

/** One secret of the deployment. Its id is derived from it, and tells nothing of it. */
export interface SecretKey {
  id: string;
  secret: string;
}

export const MIN_SECRET_LENGTH = 32;
const ID_BYTES = 8;
const KEY_BYTES = 32;
/** How often the file is read for a key that is not known. */
const REREAD_INTERVAL_MS = 1_000;

const KeyFile = z.array(z.string().min(MIN_SECRET_LENGTH)).min(1);

export const keyFile = () => path.resolve(env.DATA_DIR, "secret-key");

const keyOf = (secret: string): SecretKey => ({
  id: Buffer.from(hkdfSync("sha256", secret, "assay", "key-id", ID_BYTES)).toString("hex"),
  secret,
});

export const newKey = (): SecretKey => keyOf(randomBytes(KEY_BYTES).toString("base64url"));

const reasonOf = (error: unknown) => codeOf(error) ?? String(error);

/** The secrets in the text of a key file: the text itself is the only one, or it is a JSON array, oldest first. */
function secretsIn(text: string, file: string): string[] {
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

/** Nothing where there is no file. @throws where it cannot be read, or holds no key */
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

/** Whether the keys come from the environment, where no command can change them. */
export const isFromEnvironment = () => env.SECRET_KEY !== undefined;

const ofEnvironment = (): SecretKey[] =>
  [...(env.SECRET_KEY === undefined ? [] : [env.SECRET_KEY]), ...env.SECRET_KEY_OTHERS].map(keyOf);

let known: { keys: SecretKey[]; readAt: number } | undefined;

/** All keys that this process has, of `SECRET_KEY` and `SECRET_KEY_OTHERS` or of the key file; none where there is no file. */
export function keyring(): SecretKey[] {
  known ??= {
    keys: isFromEnvironment() ? ofEnvironment() : (readKeyFile() ?? []),
    readAt: performance.now(),
  };
  return known.keys;
}

export function forgetKeyring(): void {
  known = undefined;
}

/** A key by its id. Where it is not known, the file is read again: another process may have added it. */
export function keyWithId(id: string): SecretKey | undefined {
  const find = () => keyring().find((key) => key.id === id);
  const found = find();
  if (found || isFromEnvironment()) return found;
  if (known && performance.now() - known.readAt < REREAD_INTERVAL_MS) return undefined;
  forgetKeyring();
  return find();
}

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

/** Gives the written file its name, unless a file has that name already. */
function publish(half: string, file: string) {
  try {
    linkSync(half, file);
  } catch (error) {
    const code = codeOf(error);
    if (code === "EEXIST") return;
    if (code === undefined || !LINKS_UNSUPPORTED.has(code) || existsSync(file)) throw error;
    renameSync(half, file);
  }
}

function write(keys: SecretKey[], { replace }: { replace: boolean }) {
  const file = keyFile();
  const half = `${file}.${randomUUID()}`;
  const [only, ...others] = keys.map(({ secret }) => secret);
  // A single key is written bare, as earlier releases wrote and read it.
  const text = others.length === 0 && only ? only : `${JSON.stringify([only, ...others], null, 2)}\n`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    try {
      writeWhole(half, text);
      if (replace) renameSync(half, file);
      else publish(half, file);
    } finally {
      rmSync(half, { force: true });
    }
    syncFolder(path.dirname(file));
  } catch (error) {
    throw new KeyError(`The secret key cannot be written to ${file} (${reasonOf(error)}).`);
  }
  forgetKeyring();
}

/** Makes the first key where there is none. Processes that do so at once agree on one; what is there is kept. */
export function createKeyFile(): void {
  write([newKey()], { replace: false });
}

/** Replaces the keys of the file, whole or not at all. */
export function writeKeyFile(keys: SecretKey[]): void {
  write(keys, { replace: true });
}
