import { openKeys } from "@/server/domain/keys/open";
import { KeyError } from "@/server/platform/keyring";
import { log } from "@/server/platform/log";
import { failFor } from "@/server/platform/say.mjs";
import { runtime } from "./runtime/runtime";

/** Opens the keys of a process that Next starts by itself; one that has the wrong ones ends, and says why. */
export async function openKeysOrExit(): Promise<void> {
  try {
    await openKeys(runtime().database);
  } catch (err) {
    // A database that is away is waited for, as elsewhere: until then nothing is sealed or read.
    if (!(err instanceof KeyError)) return log.warn({ err }, "the secret keys were not checked");
    failFor(err);
  }
}
