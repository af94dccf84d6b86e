import { AppError } from "@/server/core/errors";
import { inWords } from "@/server/core/parsed";
import { openKeys } from "@/server/domain/keys/open";
import { failFor, say } from "@/server/platform/say.mjs";
import { provideDatabase } from "@/server/runtime/database";
import { runtime } from "@/server/runtime/runtime";
import { readOrExit } from "./read-or-exit";

/** A command for operators. */
export interface Command<T> {
  usage: string;
  /** Parses the arguments; undefined if arguments are missing or superfluous. May throw what `parseArgs` throws. */
  read(args: string[]): T | undefined;
  /** Runs the command on the database and returns the exit code. */
  work(input: T): Promise<number>;
  /** Whether it works without the database's secret key. */
  worksWithoutKeys?: boolean;
}

async function onDatabase<T>({ work, worksWithoutKeys }: Command<T>, input: T): Promise<number> {
  const stopDatabase = await provideDatabase();
  try {
    if (!worksWithoutKeys) await openKeys(runtime().database);
    return await work(input);
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
 * Runs a command, with or without a running service, closes all resources and exits with its code. `--help` does not
 * start the database.
 */
export function runCommand<T>(command: Command<T>): void {
  const input = readOrExit(command.usage, command.read);
  onDatabase(command, input).then((code) => process.exit(code), failFor);
}
