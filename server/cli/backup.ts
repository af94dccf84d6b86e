import { parseArgs } from "node:util";
import { z } from "zod";
import { BackupPlace, noteBackup } from "@/server/domain/system/backups";
import { runtime } from "@/server/runtime/runtime";
import { runCommand } from "./command";

const USAGE = `usage: npm run -s backup -- note --place LOCATION [--json]
       Records that a backup was made. A complete backup contains the database, the files, and DATA_DIR/secret-key (or SECRET_KEY).`;

const Command = z.strictObject({
  verb: z.literal("note"),
  place: BackupPlace,
  json: z.boolean().default(false),
});

function readCommand(args: string[]) {
  const options = { place: { type: "string" }, json: { type: "boolean" } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  return Command.safeParse({ ...values, verb: positionals.join(" ") }).data;
}

/** `backup note` records a backup, as the last step of making one; admins see it under System. */
async function work(command: z.output<typeof Command>): Promise<number> {
  const { at, place } = await noteBackup(runtime().database, command.place);
  process.stdout.write(
    command.json
      ? `${JSON.stringify({ at: at.getTime(), place })}\n`
      : `recorded  ${at.toISOString()}  ${place}\n`,
  );
  return 0;
}

runCommand({ usage: USAGE, read: readCommand, work });
