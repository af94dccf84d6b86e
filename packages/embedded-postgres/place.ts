import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  access,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readlink,
  realpath,
  stat,
  symlink,
  unlink,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { codeOf, messageOf } from "./errors";

const run = promisify(execFile);

/** Root keeps files here that the user running Postgres could not reach inside a private home. */
export const SHARED_HOME = "/var/lib/assay";

/** Socket addresses hold 104 bytes on macOS and 108 on Linux; `socketUrl` appends to the folder. */
const MAX_SOCKET_FOLDER_BYTES = 80;

/** The system user that Postgres runs as. */
export interface ServerUser {
  uid: number;
  gid: number;
}

/** The location of one embedded cluster and the user that runs it. */
export interface Place {
  /** The real path of the cluster; it need not exist yet. */
  cluster: string;
  /** A folder that only the cluster's owner and root can enter. Where it is the cluster itself, it may not exist yet. */
  socketFolder: string;
  log: string;
  /** Short and unique on this machine: names locks and, as `cluster_name`, all processes of the cluster. */
  name: string;
  /** Undefined: the user of this process. */
  user: ServerUser | undefined;
}

/** Finds the location and owner of the cluster of `dataDir`, or decides them permanently. */
export async function findPlace(dataDir: string): Promise<Place> {
  const link = join(dataDir, "postgres");
  const cluster = await findCluster(dataDir, link);
  const user = await serverUser(cluster);
  if (user && !canEnter(user, dirname(cluster))) {
    throw new Error(
      `The database in ${cluster} belongs to user ${user.uid}, who cannot access ${dirname(cluster)}. ` +
        `Give that user access (chmod o+x on the folders above it).`,
    );
  }
  const fits = Buffer.byteLength(cluster) <= MAX_SOCKET_FOLDER_BYTES;
  return {
    cluster,
    socketFolder: fits ? cluster : await privateTempFolder(join(dataDir, "postgres-socket"), user),
    log: join(dataDir, "postgres.log"),
    name: `assay-${shortHash(cluster)}`,
    user,
  };
}

/** A short hash of a text. */
export function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

async function findCluster(dataDir: string, link: string): Promise<string> {
  const found = await lstat(link).catch(() => undefined);
  if (found?.isDirectory()) return realpath(link);
  if (found?.isSymbolicLink()) {
    const target = await readlink(link);
    if (!(await isCopyOfAnothers(target, link, dataDir))) return target;
    await unlink(link);
  }
  if (!isRoot() || canEnter(await postgresUser(), dataDir)) return join(await realpath(dataDir), "postgres");
  return sharedCluster(dataDir, link);
}

/** A clone copied with its data folder includes the link: two clones must not share one database by accident. */
async function isCopyOfAnothers(target: string, link: string, dataDir: string) {
  const home = await readFile(join(dirname(target), "data-dir"), "utf8").catch(() => dataDir);
  if (home === dataDir) return false;
  const homeLink = await readlink(join(home, "postgres")).catch(() => undefined);
  return homeLink === (await readlink(link));
}

/** A new folder each time, reachable only by the link: a fresh clone at an old path starts empty. */
async function sharedCluster(dataDir: string, link: string): Promise<string> {
  await mkdir(SHARED_HOME, { recursive: true, mode: 0o755 });
  for (let n = 1; ; n++) {
    const home = join(SHARED_HOME, shortHash(dataDir) + (n > 1 ? `-${n}` : ""));
    try {
      await mkdir(home, { mode: 0o755 });
    } catch (error) {
      if (codeOf(error) === "EEXIST") continue;
      throw error;
    }
    await writeFile(join(home, "data-dir"), dataDir);
    await symlink(join(home, "postgres"), link);
    return join(home, "postgres");
  }
}

async function serverUser(cluster: string): Promise<ServerUser | undefined> {
  const owner = await stat(cluster).catch(() => undefined);
  if (isRoot()) return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : postgresUser();
  if (owner && owner.uid !== process.getuid?.()) {
    throw new Error(
      `The database in ${cluster} belongs to user ${owner.uid}: start this program as that user or as root.`,
    );
  }
  return undefined;
}

async function postgresUser(): Promise<ServerUser> {
  const ids = async () => {
    const [uid, gid] = await Promise.all([run("id", ["-u", "postgres"]), run("id", ["-g", "postgres"])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  };
  try {
    return await ids().catch(async () => {
      await run("useradd", ["--system", "--no-create-home", "--shell", "/usr/sbin/nologin", "postgres"]);
      return ids();
    });
  } catch (error) {
    throw new Error(
      `Postgres refuses to run as root, and the system user "postgres" could not be created (${messageOf(error)}). ` +
        `Create it, or start this program as an ordinary user.`,
    );
  }
}

/** A 0700 folder with a short path; the link makes the next process find it again. */
async function privateTempFolder(link: string, user: ServerUser | undefined): Promise<string> {
  const known = await readlink(link).catch(() => undefined);
  if (known) {
    // The machine may have cleaned /tmp. Clients still know the old path, so reuse it if it is free.
    const made = await mkdir(known, { mode: 0o700 }).then(
      () => true,
      () => false,
    );
    if (made && user) await chown(known, user.uid, user.gid);
    const found = await lstat(known);
    const owner = user?.uid ?? process.getuid?.();
    if (found.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0) return known;
    await unlink(link);
  }
  // Not os.tmpdir(): it may be long or closed to the user that runs Postgres.
  const folder = await mkdtemp("/tmp/assay-");
  if (user) await chown(folder, user.uid, user.gid);
  await symlink(folder, link);
  return folder;
}

function canEnter(user: ServerUser, folder: string): boolean {
  return spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { ...user, cwd: "/" }).status === 0;
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Whether a file or folder exists at this path. */
export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
