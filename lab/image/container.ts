import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, mkdtempSync, openSync } from "node:fs";
import { chown, mkdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { atEnd } from "@/lab/bench/cleanup";

const run = promisify(execFile);
const BASE = "debian:trixie-slim";
const IMAGE = "assay";
const USER = 10_001;
/** A machine without a container runtime builds in a chroot. */
const ENVIRONMENT = { ...process.env, BUILDAH_ISOLATION: "chroot" };

async function buildah(...args: string[]): Promise<string> {
  const { stdout } = await run("buildah", args, { env: ENVIRONMENT, maxBuffer: 256 * 1024 ** 2 });
  return stdout.trim();
}

/** The programs that building and running need and this machine lacks. */
export async function missingPrograms(): Promise<string[]> {
  const found = await Promise.all(
    ["buildah", "debootstrap", "unshare", "setpriv"].map((name) =>
      run("sh", ["-c", `command -v ${name}`]).then(
        () => [],
        () => [name],
      ),
    ),
  );
  return found.flat();
}

/** Provides the base image, as Debian's own tool makes it, where no registry can be reached. */
export async function provideBase(): Promise<void> {
  const names = await buildah("images", "--format", "{{.Name}}:{{.Tag}}");
  if (names.includes(BASE)) return;
  const root = mkdtempSync(path.join(os.tmpdir(), "assay-base-"));
  try {
    await run("debootstrap", ["--variant=minbase", "trixie", root], { maxBuffer: 64 * 1024 ** 2 });
    // What Debian's slim images leave out, too.
    const left = ["var/cache/apt", "var/lib/apt/lists", "usr/share/doc", "usr/share/man", "usr/share/locale"];
    for (const folder of left) await rm(path.join(root, folder), { recursive: true });
    const container = await buildah("from", "scratch");
    await buildah("add", "-q", container, root, "/");
    await buildah("commit", "-q", "--rm", container, BASE);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Builds the image, as the Dockerfile says. */
export async function buildImage(): Promise<void> {
  await provideBase();
  const { NODE_EXTRA_CA_CERTS } = process.env;
  const authority = NODE_EXTRA_CA_CERTS
    ? [
        "--volume",
        `${NODE_EXTRA_CA_CERTS}:/authority.crt:ro`,
        "--build-arg",
        "NODE_EXTRA_CA_CERTS=/authority.crt",
      ]
    : [];
  await buildah(
    "build",
    "--format",
    "docker",
    "--layers",
    "--pull-never",
    "-f",
    "deploy/Dockerfile",
    "-t",
    IMAGE,
    ...authority,
    ".",
  );
}

/** A container of the image: its root, mounted from the image. */
export interface Container {
  root: string;
  /** The size of the unpacked image. */
  megabytes: number;
  /** What the image declares. */
  config: { user: string; healthcheck: string[]; command: string[] };
  start(env: Record<string, string>): ChildProcess;
  /** Runs a program beside the service, in the same root and as the same user. */
  run(env: Record<string, string>, ...command: string[]): Promise<string>;
}

/*
 * As a runtime with `--read-only --cap-drop=ALL --user` does: a mount namespace in which the root is read-only, /tmp and
 * /data are other file systems, and a process tree whose first process is the program.
 */
const ISOLATED = `set -e
mount --bind "$ROOT" "$ROOT"
mount -o remount,ro,bind "$ROOT"
mount -t tmpfs -o size=256m,mode=1777 tmpfs "$ROOT/tmp"
mount --bind "$DATA" "$ROOT/data"
mount --rbind /dev "$ROOT/dev"
mount -t proc proc "$ROOT/proc"
mount --bind /etc/hosts "$ROOT/etc/hosts"
unset ROOT DATA
exec chroot "$OLD_ROOT" /usr/bin/env -u OLD_ROOT -C /app setpriv --reuid ${USER} --regid ${USER} --clear-groups \\
  --no-new-privs --bounding-set=-all --inh-caps=-all "$@"`;

const Inspected = z.object({
  Docker: z.object({
    config: z.object({
      User: z.string(),
      Env: z.array(z.string()),
      Cmd: z.array(z.string()),
      Healthcheck: z.object({ Test: z.array(z.string()) }).optional(),
    }),
  }),
});

/** Mounts the image. It is unmounted at the end. */
export async function openContainer(folder: string): Promise<Container> {
  const container = await buildah("from", "--pull-never", IMAGE);
  await atEnd(() => buildah("rm", container).then(() => {}));
  const root = await buildah("mount", container);
  const inspected = Inspected.parse(JSON.parse(await buildah("inspect", "--type", "image", IMAGE)));
  const { User: user, Env, Cmd: command, Healthcheck } = inspected.Docker.config;
  const ofImage = Object.fromEntries(Env.map((one) => one.split(/=(.*)/s).slice(0, 2)));
  const { stdout } = await run("du", ["-sm", root]);
  const data = path.join(folder, "data");
  await mkdir(data);
  await chown(data, USER, USER);
  for (const name of ["dev", "proc", "tmp", "data"])
    if (!existsSync(path.join(root, name))) await mkdir(path.join(root, name));
  const isolated = (env: Record<string, string>, args: string[]) =>
    [
      ["--mount", "--pid", "--fork", "--kill-child", "bash", "-c", ISOLATED, "bash", ...args],
      { env: { ...ofImage, ...env, ROOT: root, OLD_ROOT: root, DATA: data } },
    ] as const;
  return {
    root,
    megabytes: Number(stdout.split("\t")[0]),
    config: { user, healthcheck: Healthcheck?.Test ?? [], command },
    start(env) {
      const log = openSync(path.join(folder, "service.log"), "a");
      const [args, options] = isolated(env, command);
      return spawn("unshare", [...args], { ...options, stdio: ["ignore", log, log] });
    },
    async run(env, ...program) {
      const [args, options] = isolated(env, program);
      return (await run("unshare", [...args], options)).stdout;
    },
  };
}
