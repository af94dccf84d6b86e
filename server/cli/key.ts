import { parseArgs } from "node:util";
import { z } from "zod";
import { type ListedKey, listKeys } from "@/server/domain/keys/list";
import { openKeys } from "@/server/domain/keys/open";
import { removeKey, replaceLostKeys } from "@/server/domain/keys/remove";
import { resealAll } from "@/server/domain/keys/reseal";
import { learnKeyRoles } from "@/server/domain/keys/roles";
import { rotateKey, stageKey } from "@/server/domain/keys/rotate";
import { isFromEnvironment } from "@/server/platform/keyring";
import { runtime } from "@/server/runtime/runtime";
import { runCommand } from "./command";

const USAGE = `usage: npm run -s key -- list [--json]
       npm run -s key -- rotate [--stage] [--end-sessions] [--json]
       npm run -s key -- remove KEY-ID [--json]
       npm run -s key -- replace-lost [--json]
       --stage         adds the next key to the key file without using it, so that you can copy it to other machines first
       --end-sessions  ends all sessions; use it when a key may be compromised
       replace-lost    drops keys that cannot be restored from a backup; what they sealed is lost`;

const json = z.boolean().default(false);
const Command = z.union([
  z.strictObject({ verb: z.literal("list"), json }),
  z.strictObject({
    verb: z.literal("rotate"),
    stage: z.boolean().default(false),
    "end-sessions": z.boolean().default(false),
    json,
  }),
  z.strictObject({ verb: z.literal("remove"), id: z.string(), json }),
  z.strictObject({ verb: z.literal("replace-lost"), json }),
]);
type KeyCommand = z.output<typeof Command>;

function readCommand(args: string[]): KeyCommand | undefined {
  const flag = { type: "boolean" } as const;
  const options = { json: flag, stage: flag, "end-sessions": flag };
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [verb, id, ...rest] = positionals;
  if (rest.length > 0) return undefined;
  return Command.safeParse({ ...values, verb, ...(id === undefined ? {} : { id }) }).data;
}

/** The result as JSON and as text. */
interface Done {
  result: object;
  words: string;
}

const inMs = (at: Date | null) => at?.getTime() ?? null;

const keyAsJson = ({ usedFrom, usedUntil, sessionsUntil, ...key }: ListedKey) => ({
  ...key,
  usedFrom: inMs(usedFrom),
  usedUntil: inMs(usedUntil),
  sessionsUntil: inMs(sessionsUntil),
});

const keyInWords = ({ id, state, isHashing, usedFrom, secrets, answers }: ListedKey) =>
  [
    id,
    state.padEnd(8),
    usedFrom ? `since ${usedFrom.toISOString()}` : "not used yet".padEnd(30),
    `seals ${secrets} secrets, ${answers} idempotent responses`,
    ...(isHashing ? ["used for device hashes"] : []),
  ].join("  ");

async function rotate({ stage, "end-sessions": endSessions }: { stage: boolean; "end-sessions": boolean }) {
  const { database } = runtime();
  await openKeys(database);
  if (stage) {
    const staged = await stageKey(database);
    return { result: { staged }, words: `key ${staged} is staged; the next rotate uses it` };
  }
  const { current, before } = await rotateKey(database, { endSessions });
  const resealed = await resealAll(database);
  return {
    result: { current, before, resealed },
    words: `key ${current} is the current key; resealed secrets: ${resealed}. Back up the key file.`,
  };
}

async function done(command: KeyCommand): Promise<Done> {
  const { database } = runtime();
  switch (command.verb) {
    case "list": {
      const keys = await listKeys(database);
      return { result: { keys: keys.map(keyAsJson) }, words: keys.map(keyInWords).join("\n") };
    }
    case "rotate":
      return rotate(command);
    case "remove": {
      await learnKeyRoles(database);
      await removeKey(database, command.id);
      const next = isFromEnvironment() ? "; remove it from SECRET_KEY_OTHERS as well" : "";
      return { result: { removed: command.id }, words: `key ${command.id} removed${next}` };
    }
    case "replace-lost": {
      const { lost, current } = await replaceLostKeys(database);
      return {
        result: { lost, current },
        words: `dropped keys: ${lost.join(", ") || "none"}; key ${current} is the current key`,
      };
    }
  }
}

/** `key`: lists and changes the secret keys of the deployment (decision 0040). */
async function work(command: KeyCommand): Promise<number> {
  const { result, words } = await done(command);
  process.stdout.write(command.json ? `${JSON.stringify(result)}\n` : `${words}\n`);
  return 0;
}

runCommand({ usage: USAGE, read: readCommand, work, worksWithoutKeys: true });
