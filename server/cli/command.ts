import { provideDatabase, sayWhy } from "@/server/database";
import { runtime } from "@/server/runtime";

/**
 * Runs a command beside a running service, or alone: provides the database, does the work, puts everything away, and
 * exits with the code that the work returns.
 */
export function runCommand(work: (args: string[]) => Promise<number>): void {
  const run = async () => {
    const stopDatabase = await provideDatabase();
    try {
      return await work(process.argv.slice(2));
    } finally {
      await runtime().close();
      await stopDatabase();
    }
  };
  run().then(
    (code) => process.exit(code),
    (error: unknown) => {
      sayWhy(error);
      process.exit(1);
    },
  );
}
