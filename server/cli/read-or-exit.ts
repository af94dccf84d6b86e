/** Returns the first sentence of a `parseArgs` error; undefined for other errors. */
function optionFault(error: unknown): string | undefined {
  const isFault =
    error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
  return isFault ? error.message.split(". ")[0] : undefined;
}

const isHelp = (arg: string) => arg === "--help" || arg === "-h";

function end(output: NodeJS.WriteStream, line: string, code: number): never {
  output.write(`${line}\n`);
  process.exit(code);
}

/**
 * Parses the arguments of this process with `read`. Exits for `--help` (code 0), and for unknown options, missing or
 * superfluous arguments (code 2).
 */
export function readOrExit<T>(usage: string, read: (args: string[]) => T | undefined): T {
  const args = process.argv.slice(2);
  if (args.some(isHelp)) end(process.stdout, usage, 0);
  let command: T | undefined;
  try {
    command = read(args);
  } catch (error) {
    const fault = optionFault(error);
    if (fault === undefined) throw error;
    end(process.stderr, `[assay] ${fault}; use --help to see the usage`, 2);
  }
  return command ?? end(process.stderr, `[assay] ${usage}`, 2);
}
