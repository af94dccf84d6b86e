import { execFile } from "node:child_process";
import { chown, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { findBinaries } from "./binaries";
import { plainEnvironment } from "./environment";
import { codeOf, messageOf } from "./errors";
import { failure } from "./failure";
import type { Place } from "./place";

const run = promisify(execFile);

/** Creates an empty cluster, which appears whole or not at all. Removes what interrupted attempts left. */
export async function initialise(place: Place, { fsync }: { fsync?: string | undefined }) {
  const binaries = await findBinaries(place.user);
  const [home, name] = [dirname(place.cluster), `${basename(place.cluster)}.new-`];
  for (const entry of await readdir(home)) {
    const interrupted = entry.startsWith(name);
    if (interrupted) await rm(join(home, entry), { recursive: true, force: true }).catch(() => undefined);
  }
  // A temporary name: the remains of an interruption must not pass for a cluster.
  const partial = await mkdtemp(join(home, name));
  if (place.user) await chown(partial, place.user.uid, place.user.gid);
  const args = ["-D", partial, "--username=postgres", "--auth-local=trust", "--auth-host=reject"];
  args.push("--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8");
  args.push("--data-checksums", "--no-instructions");
  if (fsync === "off") args.push("--no-sync");
  try {
    await run(join(binaries, "bin", "initdb"), args, { ...place.user, cwd: "/", env: plainEnvironment() });
    await rename(partial, place.cluster);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    const isOccupied = codeOf(error) === "ENOTEMPTY" || codeOf(error) === "EEXIST";
    const trouble = isOccupied ? "the folder holds something else; move it away" : messageOf(error);
    throw failure(`The database could not be created in ${place.cluster}`, trouble, place);
  }
}
