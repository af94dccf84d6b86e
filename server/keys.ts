import { openKeys } from "@/server/domain/keys/open";
import { KeyError } from "@/server/platform/keyring";
import { log } from "@/server/platform/log";
import { failFor } from "@/server/platform/say.mjs";
import { runtime } from "./runtime/runtime";

/** Opens the keyring of a process that Next starts by itself. Exits with the reason if the keys are wrong. */
export async function openKeysOrExit(): Promise<void> {
  try {
    await openKeys(runtime().database);
  } catch (err) {
    // During an outage of the database the process waits, as elsewhere: nothing is sealed or read until then.
    if (!(err instanceof KeyError)) return log.warn({ err }, "the secret keys were not checked");
    failFor(err);
  }
}
