import path from "node:path";
import { parseArgs } from "node:util";
import { listBackups } from "@assay/postgres-backups";
import { z } from "zod";
import { putBackFiles } from "@/server/backups/files";
import { makeBackup } from "@/server/backups/make";
import { databaseIn } from "@/server/backups/place";
import { isWhole, type Restored, restoreTo, tryRestore } from "@/server/backups/restore";
import { BackupPlace, noteBackup, noteVerified } from "@/server/domain/system/backups";
import { backupPlace, copiesIn, ownBackups } from "@/server/platform/backup-place";
import { blobs } from "@/server/platform/blobs";
import { failFor, say } from "@/server/platform/say.mjs";
import { runtime } from "@/server/runtime/runtime";
import { runCommand } from "./command";
import { readOrExit } from "./read-or-exit";

const USAGE = `usage: npm run -s backup -- run|list [--json]
       npm run -s backup -- verify [--backup NAME] [--to TIME] [--json]
       npm run -s backup -- restore --into FOLDER [--from PLACE] [--backup NAME] [--to TIME] [--json]
       npm run -s backup -- files [--from PLACE] [--json]
       npm run -s backup -- note --place LOCATION [--json]
  run      backs up the database, the files and the secret key to BACKUP_DIR now
  list     lists the backups in BACKUP_DIR
  verify   restores the newest backup for a trial, and checks everything in it
  restore  restores to a new folder, to be the DATA_DIR of a service, from BACKUP_DIR or another folder or s3:// address
  files    puts the bytes of files that are missing, or damaged, back from the copies
  note     records a backup that was made by other means
  --to     a point in time, such as 2026-11-26T08:00:00Z; the end of the copies, if left out`;

const json = z.boolean().default(false);
const what = { backup: z.string().optional(), to: z.iso.datetime().pipe(z.coerce.date()).optional(), json };
const Command = z.discriminatedUnion("verb", [
  z.strictObject({ verb: z.literal("run"), json }),
  z.strictObject({ verb: z.literal("list"), json }),
  z.strictObject({ verb: z.literal("verify"), ...what }),
  z.strictObject({
    verb: z.literal("restore"),
    into: z.string().min(1),
    from: z.string().optional(),
    ...what,
  }),
  z.strictObject({ verb: z.literal("files"), from: z.string().optional(), json }),
  z.strictObject({ verb: z.literal("note"), place: BackupPlace, json }),
]);
type Command = z.output<typeof Command>;
type Of<Verb extends Command["verb"]> = Extract<Command, { verb: Verb }>;

function readCommand(args: string[]): Command | undefined {
  const text = { type: "string" } as const;
  const options = {
    place: text,
    into: text,
    from: text,
    backup: text,
    to: text,
    json: { type: "boolean" },
  } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  return Command.safeParse({ ...values, verb: positionals.join(" ") }).data;
}

const write = (isJson: boolean, value: object, words: string) =>
  process.stdout.write(`${isJson ? JSON.stringify(value) : words}\n`);

const NO_BACKUPS =
  "The service makes no backups here: it backs up its embedded database unless BACKUPS=off, and a database of your own with BACKUPS=on (docs/operations/backup.md).";

/** The place of backups of this deployment. */
function ownPlace(): string {
  const backups = ownBackups();
  if (!backups) throw new Error(NO_BACKUPS);
  return backups.place;
}

const mib = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MiB`;

async function note({ place, json }: Of<"note">): Promise<number> {
  const noted = await noteBackup(runtime().database, place);
  write(
    json,
    { at: noted.at.getTime(), place: noted.place },
    `recorded  ${noted.at.toISOString()}  ${noted.place}`,
  );
  return 0;
}

async function run({ json }: Of<"run">): Promise<number> {
  const place = ownPlace();
  const backup = await makeBackup(runtime().database);
  if (!backup) {
    say("another process is making a backup");
    return 1;
  }
  write(json, { ...backup, place }, `${backup.name}  ${mib(backup.bytes)}  ${place}`);
  return 0;
}

async function list({ json }: Of<"list">): Promise<number> {
  const backups = await listBackups(databaseIn(ownPlace()));
  for (const one of backups)
    write(json, one, `${one.name}  ${mib(one.bytes)}  complete at ${one.endedAt.toISOString()}`);
  if (backups.length === 0) say("there is no backup yet");
  return 0;
}

/** Writes what the checks of a restored backup found. Returns the exit code. */
function report(restored: Restored, isJson: boolean): number {
  const { backup, reached, files, brokenHistories, wrongRollUps } = restored;
  const lines = [
    `backup ${backup.name}, last transaction ${reached?.toISOString() ?? "of the backup"}`,
    `files: ${files.found} whole, ${files.missing.length} missing, ${files.damaged.length} damaged`,
    `item histories: ${brokenHistories === 0 ? "all intact" : `${brokenHistories} broken`}`,
    `roll-ups: ${wrongRollUps === 0 ? "all match the scans" : `${wrongRollUps} differ`}`,
  ];
  write(isJson, restored, lines.join("\n"));
  return isWhole(restored) ? 0 : 1;
}

async function verify({ json, to, backup }: Of<"verify">): Promise<number> {
  const restored = await tryRestore({ from: ownPlace(), to, backup, say });
  if (isWhole(restored)) await noteVerified(runtime().database, restored.backup.name);
  return report(restored, json);
}

async function files({ from, json }: Of<"files">): Promise<number> {
  const { db } = runtime().database;
  const found = await putBackFiles(db, { from: copiesIn(backupPlace(from)), to: blobs() });
  const { whole, putBack, lost } = found;
  const lines = [`files: ${whole} whole, ${putBack} put back, ${lost.length} without a whole copy`, ...lost];
  write(json, found, lines.join("\n"));
  return lost.length === 0 ? 0 : 1;
}

/** Restores without the database of this deployment, which may be lost. */
async function restore({ into, from, to, backup, json }: Of<"restore">): Promise<number> {
  const restored = await restoreTo(into, { from: backupPlace(from), to, backup, say });
  const code = report(restored, json);
  const { major } = restored.backup;
  say(
    `restored to ${path.resolve(into)}: start the service with it as DATA_DIR, or Postgres ${major} on its folder postgres`,
  );
  return code;
}

const command = readOrExit(USAGE, readCommand);
if (command.verb === "restore") restore(command).then((code) => process.exit(code), failFor);
else
  runCommand({
    usage: USAGE,
    read: () => command,
    work: (of: Exclude<Command, { verb: "restore" }>) => {
      switch (of.verb) {
        case "run":
          return run(of);
        case "list":
          return list(of);
        case "verify":
          return verify(of);
        case "files":
          return files(of);
        case "note":
          return note(of);
      }
    },
  });
