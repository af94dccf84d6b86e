import { readFile } from "node:fs/promises";
import { readText, writeText } from "@assay/postgres-backups";
import { z } from "zod";
import { isFromEnvironment, keyFile, MIN_SECRET_LENGTH } from "@/server/platform/keyring";
import { openPlace, SECRET_KEY_FILE } from "./place";

const Secrets = z.array(z.string().min(MIN_SECRET_LENGTH)).min(1);

/** The secrets in the text of a key file: the only one, or a JSON array, oldest first (`server/platform/keyring.ts`). */
function secretsIn(text: string, title: string): string[] {
  try {
    return Secrets.parse(text.startsWith("[") ? JSON.parse(text) : [text]);
  } catch {
    // The reason may quote the text.
    throw new Error(`The secret key in ${title} is damaged.`);
  }
}

/**
 * Adds the secret keys of this deployment to those in a place of backups, unless the environment sets them. Keys that were removed
 * stay there: earlier points in time cannot be read without them. @throws where the keys here or there cannot be read
 */
export async function copySecretKeys(place: string): Promise<void> {
  if (isFromEnvironment()) return;
  const own = secretsIn(await readFile(keyFile(), "utf8"), keyFile());
  const there = await readText(openPlace(place), SECRET_KEY_FILE);
  const before = there === undefined ? [] : secretsIn(there, place);
  const [first, ...others] = new Set([...before, ...own]);
  if (first === undefined || others.length + 1 === before.length) return;
  const text = others.length === 0 ? first : `${JSON.stringify([first, ...others], null, 2)}\n`;
  await writeText(openPlace(place), SECRET_KEY_FILE, text);
}
