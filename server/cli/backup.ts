import { parseArgs } from "node:util";
import { z } from "zod";
import { say } from "@/server/database";
import { parsed } from "@/server/domain/shared/parsed";
import { BackupPlace, noteBackup } from "@/server/domain/system/backups";
import { runtime } from "@/server/runtime";
import { runCommand } from "./command";

const USAGE = "usage: npm run -s backup -- note --place WHERE [--json]";

const Command = z.strictObject({
  verb: z.literal("note"),
  place: BackupPlace,
  json: z.boolean().default(false),
});

function readCommand(args: string[]) {
  try {
    const options = { place: { type: "string" }, json: { type: "boolean" } } as const;
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    return parsed(Command, { ...values, verb: positionals.join(" ") });
  } catch {
    return undefined;
  }
}

/** `backup note` writes down that a backup was made, which admins see under System; it is the last step of making one. */
runCommand(async (args) => {
  const command = readCommand(args);
  if (!command) {
    say(USAGE);
    return 2;
  }
  const { at, place } = await noteBackup(runtime().database, command.place);
  process.stdout.write(
    command.json
      ? `${JSON.stringify({ at: at.getTime(), place })}\n`
      : `noted  ${at.toISOString()}  ${place}\n`,
  );
  return 0;
});
