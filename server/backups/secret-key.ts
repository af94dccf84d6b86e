import { readFile } from "node:fs/promises";
import { readText, writeText } from "@assay/postgres-backups";
import { isFromEnvironment, keyFile, secretsIn, textOfSecrets } from "@/server/platform/keyring";
import { openPlace, SECRET_KEY_FILE } from "./place";

function secretsThere(place: string, text: string): string[] {
  try {
    return secretsIn(text, place);
  } catch {
    throw new Error(
      `The secret keys in ${place} cannot be read: the file ${SECRET_KEY_FILE} is damaged. Move it away; the keys of this deployment are copied anew.`,
    );
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
  const before = there === undefined ? [] : secretsThere(place, there);
  const secrets = [...new Set([...before, ...own])];
  if (secrets.length > before.length)
    await writeText(openPlace(place), SECRET_KEY_FILE, textOfSecrets(secrets));
}
