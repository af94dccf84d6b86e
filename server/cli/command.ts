import { provideDatabase, say, sayWhy } from "@/server/database";
import { openKeys } from "@/server/domain/keys/open";
import { inWords } from "@/server/domain/shared/parsed";
import { AppError } from "@/server/errors";
import { runtime } from "@/server/runtime";

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

const isHelp = (arg: string) => arg === "--help" || arg === "-h";

/** The first sentence of what `parseArgs` says of an option that it does not know. */
function optionFault(error: unknown): string | undefined {
  const isFault =
    error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
  return isFault ? error.message.split(". ")[0] : undefined;
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

/** Tells how a command is used, or does it. The database is started for what is asked alone. */
async function run<T>(command: Command<T>, args: string[]): Promise<number> {
  if (args.some(isHelp)) {
    process.stdout.write(`${command.usage}\n`);
    return 0;
  }
  let asked: T | undefined;
  try {
    asked = command.read(args);
  } catch (error) {
    const fault = optionFault(error);
    if (fault === undefined) throw error;
    say(`${fault}; --help tells the usage`);
    return 2;
  }
  if (asked === undefined) {
    say(command.usage);
    return 2;
  }
  return onDatabase(command, asked);
}

/** Runs a command beside a running service, or alone, puts everything away, and exits with its code. */
export function runCommand<T>(command: Command<T>): void {
  run(command, process.argv.slice(2)).then(
    (code) => process.exit(code),
    (error: unknown) => {
      sayWhy(error);
      process.exit(1);
    },
  );
}
