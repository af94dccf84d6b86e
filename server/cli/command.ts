import { AppError } from "@/server/core/errors";
import { inWords } from "@/server/core/parsed";
import { openKeys } from "@/server/domain/keys/open";
import { failFor, say } from "@/server/platform/say.mjs";
import { provideDatabase } from "@/server/runtime/database";
import { runtime } from "@/server/runtime/runtime";
import { readOrExit } from "./read-or-exit";

/** A command of operators. */
export interface Command<T> {
  usage: string;
  /** What the arguments ask for; nothing where they say too little or too much. May throw what `parseArgs` throws. */
  read(args: string[]): T | undefined;
  /** Does it on the database, and returns the exit code. */
  work(asked: T): Promise<number>;
  /** Whether it also works where the secret key is not the database's. */
  worksWithoutKeys?: boolean;
}

async function onDatabase<T>({ work, worksWithoutKeys }: Command<T>, asked: T): Promise<number> {
  const stopDatabase = await provideDatabase();
  try {
    if (!worksWithoutKeys) await openKeys(runtime().database);
    return await work(asked);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    say(inWords(error));
    return 1;
  } finally {
    await runtime().close();
    await stopDatabase();
  }
}

/**
 * Runs a command beside a running service, or alone, puts everything away, and exits with its code. The database is
 * started for what is asked alone: never for `--help`.
 */
export function runCommand<T>(command: Command<T>): void {
  const asked = readOrExit(command.usage, command.read);
  onDatabase(command, asked).then((code) => process.exit(code), failFor);
}
