import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Tests that change modules, the environment or the clock of their process. */
const CHANGES_PROCESS =
  /\bvi\.(mock|doMock|hoisted|stubEnv|stubGlobal|resetModules|useFakeTimers|setSystemTime)\b|\bprocess\.env\b/;
const TEST = /\.test\.tsx?$/;
const TEST_ON_POSTGRES = /\.db\.test\.ts$/;

/** The test files below some folders. */
interface TestFiles {
  /** Run one after the other in a process, which imports the service once. */
  shared: string[];
  /** Need a process of their own. */
  isolated: string[];
}

function filesBelow(folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => TEST.test(file) && !file.includes("node_modules"))
      .map((file) => path.join(folder, file)),
  );
}

/** Finds the test files, with or without Postgres, and which of them need a process of their own. */
export function findTestFiles(folders: string[], { onPostgres }: { onPostgres: boolean }): TestFiles {
  const files = filesBelow(folders).filter((file) => TEST_ON_POSTGRES.test(file) === onPostgres);
  const isIsolated = (file: string) => CHANGES_PROCESS.test(readFileSync(file, "utf8"));
  return { shared: files.filter((file) => !isIsolated(file)), isolated: files.filter(isIsolated) };
}
