import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { mkdir, open, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { waitFor } from "../wait-for";

const run = promisify(execFile);
const BRIDGE = "bridge";
/** Fixed: otherwise a bridge takes the address of one of its machines, and is unreachable for a while when that one is gone. */
const BRIDGE_ADDRESS = "02:00:00:00:00:01";
/** The network of deploy/compose.ha.yaml. It exists in the namespace of the proof alone. */
const NETWORK = "172.30.0";
/** The address of the outside: of callers, webhook receivers, S3 and DNS. */
export const OUTSIDE = `${NETWORK}.1`;
const TIMEOUT_MS = 10_000;

/*
 * A machine is a first process with a network, a process tree and mounts of its own. With an image, its root is the image
 * with a layer of its own above; what runs on it then sees nothing else.
 */
const WITHOUT_IMAGE = "echo ready; while :; do sleep 600; done";
const WITH_IMAGE = `set -e
mount -t overlay overlay -o "lowerdir=$IMAGE,upperdir=$FOLDER/upper,workdir=$FOLDER/work" "$FOLDER/root"
cd "$FOLDER/root"
cp "$FOLDER/../hosts" etc/hosts
echo "nameserver ${OUTSIDE}" > etc/resolv.conf
mount -t proc proc proc
mount --rbind /dev dev
mount -t tmpfs tmpfs dev/shm
exec chroot . /bin/sh -c '${WITHOUT_IMAGE}'`;

export interface Process {
  child: ChildProcess;
  /** Resolves with the exit code, null for a signal. */
  ended: Promise<number | null>;
}

/** A machine of the proof: namespaces for network, processes and mounts. */
export class Machine {
  readonly address: string;
  #init: ChildProcess | undefined;

  constructor(
    readonly name: string,
    readonly number: number,
    /** The folder for logs and files of all machines. */
    readonly home: string,
    readonly image: string | undefined,
  ) {
    this.address = `${NETWORK}.${number}`;
  }

  get #pid(): number {
    const pid = this.#init?.pid;
    if (pid === undefined) throw new Error(`The machine ${this.name} is off.`);
    // The first child of unshare is the first process of its namespace.
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0]);
  }

  get #folder() {
    return path.join(this.home, this.name);
  }

  /** Switches the machine on. Its files are those that it had. */
  async start(): Promise<void> {
    for (const part of ["upper", "work", "root"])
      await mkdir(path.join(this.#folder, part), { recursive: true });
    const script = this.image === undefined ? WITHOUT_IMAGE : WITH_IMAGE;
    const init = spawn(
      "unshare",
      ["--net", "--mount", "--pid", "--fork", "--kill-child", "bash", "-c", script],
      {
        stdio: ["ignore", "pipe", "inherit"],
        env: { ...process.env, IMAGE: this.image, FOLDER: this.#folder },
      },
    );
    this.#init = init;
    await once(init.stdout, "data");
    const [pid, outer] = [String(this.#pid), `veth${this.number}`];
    await run("ip", ["link", "add", outer, "type", "veth", "peer", "name", "eth0", "netns", pid]);
    await run("ip", ["link", "set", outer, "master", BRIDGE, "up"]);
    const inside = `ip link set lo up; ip addr add ${this.address}/24 dev eth0; ip link set eth0 up
      sysctl -qw net.ipv4.ip_unprivileged_port_start=0`;
    await run("nsenter", ["-t", pid, "-n", "sh", "-ec", inside]);
  }

  #enter = (command: readonly string[]) => {
    const ours = this.image === undefined ? ["--"] : ["--mount", "--root", "--", "env", "-C", "/"];
    return ["--target", String(this.#pid), "--net", "--pid", ...ours, ...command];
  };

  /** Runs a command to its end; returns its output. */
  async run(...command: string[]): Promise<string> {
    return (await run("nsenter", this.#enter(command))).stdout;
  }

  /** Starts a program; its output goes to `log` in the folder of the logs. */
  async spawn(log: string, command: readonly string[], env: Record<string, string>): Promise<Process> {
    const file = await open(path.join(this.home, `${log}.log`), "a");
    const child = spawn("nsenter", this.#enter(command), {
      // A session of its own has a share of the processor of its own.
      detached: true,
      stdio: ["ignore", file.fd, file.fd],
      env: { NODE_ENV: "production", ...env },
    });
    await file.close();
    return { child, ended: once(child, "exit").then(() => child.exitCode) };
  }

  /** The ids of the machine's processes, the first one aside, whose command line matches. */
  #processes(pattern: RegExp): number[] {
    const first = this.#pid;
    const space = readlinkSync(`/proc/${first}/ns/pid`);
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name) && Number(name) !== first)
      .filter((name) => {
        try {
          const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
          return readlinkSync(`/proc/${name}/ns/pid`) === space && pattern.test(command);
        } catch {
          return false; // It has ended.
        }
      })
      .map(Number);
  }

  /** Sends a signal to the processes whose command line matches, and returns their number. */
  signal(signal: NodeJS.Signals, pattern = /./): number {
    const processes = this.#processes(pattern);
    for (const pid of processes) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended meanwhile.
      }
    }
    return processes.length;
  }

  /** Cuts the power: no packet leaves the machine from now on, and all of its processes are gone. */
  async cutPower(): Promise<void> {
    const init = this.#init;
    if (!init) return;
    await run("ip", ["link", "delete", `veth${this.number}`]);
    const ended = once(init, "exit");
    process.kill(this.#pid, "SIGKILL");
    await ended;
    this.#init = undefined;
  }

  /** Drops packets by rules of nftables in the chains `input` and `output`, until `letThrough`. */
  async drop(...rules: string[]): Promise<void> {
    await this.letThrough();
    const chain = (name: string) => `chain ${name} { type filter hook ${name} priority 0; }`;
    const table = `table inet fault {\n${chain("input")}\n${chain("output")}\n}`;
    const file = path.join(this.#folder, "rules.nft");
    await writeFile(file, [table, ...rules.map((rule) => `add rule inet fault ${rule} drop`)].join("\n"));
    await run("nsenter", ["-t", String(this.#pid), "-n", "nft", "-f", file]);
  }

  /** Removes all rules of `drop`. */
  async letThrough(): Promise<void> {
    const pid = String(this.#pid);
    await run("nsenter", ["-t", pid, "-n", "nft", "add table inet fault; delete table inet fault"]);
  }

  /** The local ports of the machine's open connections to a port. */
  async portsTo(port: number): Promise<number[]> {
    const pid = String(this.#pid);
    const { stdout } = await run("nsenter", ["-t", pid, "-n", "ss", "-Htn", "dport", "=", `:${port}`]);
    return stdout
      .split("\n")
      .flatMap((line) => line.match(/:(\d+)\s+\S+:\d+\s*$/)?.[1] ?? [])
      .map(Number);
  }

  /** Waits until no process matches. */
  untilEnded(pattern: RegExp): Promise<void> {
    return waitFor(
      `${pattern} has ended on ${this.name}`,
      TIMEOUT_MS,
      () => this.#processes(pattern).length === 0,
    );
  }
}

/** Opens the network between the machines, in the namespace of this process. */
export async function openNetwork(): Promise<void> {
  const commands = `ip link set lo up; ip link add ${BRIDGE} address ${BRIDGE_ADDRESS} type bridge
    ip addr add ${OUTSIDE}/24 dev ${BRIDGE}; ip link set ${BRIDGE} up`;
  await run("sh", ["-ec", commands]);
}
