import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const JOURNAL = "db/migrations/meta/_journal.json";

const git = async (...args: string[]) => (await promisify(execFile)("git", args)).stdout.trim();

/** The commit of the newest release before this one; before the first release, the one before the newest migration. */
async function findPrevious(): Promise<string> {
  const tag = await git("describe", "--tags", "--abbrev=0", "HEAD^").catch(() => "");
  const newest = tag || `${await git("log", "--first-parent", "-1", "--format=%H", "--", JOURNAL)}^`;
  return git("rev-parse", "--verify", `${newest}^{commit}`);
}

/** Writes the files of a commit to a folder, and builds them there with packages of their own. */
async function build(commit: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const archive = path.join(folder, "release.tar");
  await git("archive", "--output", archive, commit);
  await promisify(execFile)("tar", ["-xf", archive, "-C", folder]);
  await rm(archive);
  const building = spawn(process.execPath, ["server/cli/build.mjs", "--if-stale"], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = await once(building, "exit");
  if (code !== 0) throw new Error(`${commit} cannot be built in ${folder}.`);
}

/** A release that is built. */
export interface Release {
  commit: string;
  folder: string;
}

/** Builds a commit, by default that of the last release, in the system's temporary folder, where the next run finds it again. */
export async function buildPrevious(given?: string): Promise<Release> {
  const commit = given ? await git("rev-parse", "--verify", `${given}^{commit}`) : await findPrevious();
  const folder = path.join(os.tmpdir(), `assay-release-${commit.slice(0, 12)}`);
  await build(commit, folder);
  return { commit, folder };
}
