/** What the first sentence of `parseArgs` says of an option that it does not know; nothing of other errors. */
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
 * What the arguments of this process ask for, as `read` has it. Ends the process where they ask for help (exit code 0),
 * name an unknown option, or say too little or too much (2).
 */
export function readOrExit<T>(usage: string, read: (args: string[]) => T | undefined): T {
  const args = process.argv.slice(2);
  if (args.some(isHelp)) end(process.stdout, usage, 0);
  let asked: T | undefined;
  try {
    asked = read(args);
  } catch (error) {
    const fault = optionFault(error);
    if (fault === undefined) throw error;
    end(process.stderr, `[assay] ${fault}; use --help to see the usage`, 2);
  }
  return asked ?? end(process.stderr, `[assay] ${usage}`, 2);
}
