import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import packageJson from "@/package.json" with { type: "json" };

/** The version of the service and its API, as in the service information, the OpenAPI document and webhooks. */
export const VERSION: string = packageJson.version;

const BuildInfo = z.object({ time: z.string(), branch: z.string(), hash: z.string() });
export type BuildInfo = z.output<typeof BuildInfo>;

let known: BuildInfo | undefined;

/** The time, branch and commit of the running build, from the file that the build wrote. */
export function buildInfo(): BuildInfo {
  known ??= readBuildInfo();
  return known;
}

function readBuildInfo(): BuildInfo {
  try {
    return BuildInfo.parse(JSON.parse(readFileSync(path.resolve("dist/build-info.json"), "utf8")));
  } catch {
    return { time: "unknown", branch: "unknown", hash: "unknown" };
  }
}

const Journal = z.object({ entries: z.array(z.unknown()) });
let migrations: number | undefined;

/** Number of migrations in the running build. */
export function migrationsOfThisBuild(): number {
  migrations ??= Journal.parse(
    JSON.parse(readFileSync(path.resolve("db/migrations/meta/_journal.json"), "utf8")),
  ).entries.length;
  return migrations;
}
