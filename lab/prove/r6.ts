import { setTimeout as delay } from "node:timers/promises";
import { type Client, NEVER_ANSWERED, newHook, newItems, openClient } from "./client";
import { lostTo, takenTwice, untilAllSent } from "./deliveries";
import type { Home, Service } from "./home";
import { allowing, Receiver } from "./receivers";
import { atLeast, atMost, type Check, exactly, type Report, type Scale } from "./report";
import { waitFor } from "./wait-for";
import { type AcknowledgedScan, writeScans } from "./writers";

/** Half of them stop one worker, the others two. */
const ROUNDS = { scaled: 2, full: 40 };
const CONTROL_ROUNDS = 1;
/** Writers that keep their connections, and writers that open one for each call. */
const WRITERS = { keeping: 32, anew: 8 };
const SCANS_BEFORE_A_STOP = 150;
const MAX_EXIT_MS = 30_000;
const SEND_TIMEOUT_MS = 120_000;

/** The failure of a call to a closed port, before anything is sent. */
const NOT_ACCEPTED = "ECONNREFUSED";

interface Seen {
  scans: AcknowledgedScan[];
  /** Failures or 5xx of calls on connections that have served, and on new ones. */
  broken: Record<keyof typeof WRITERS, string[]>;
}

/** Proves that SIGTERM under load breaks no accepted call, ends in time, and loses no delivery. */
export function r6(home: Home, scale: Scale): Promise<Report> {
  return stopUnderLoad(home, "SIGTERM", ROUNDS[scale]);
}

/** The control: SIGKILL leaves no time to finish. */
export function controlR6(home: Home): Promise<Report> {
  return stopUnderLoad(home, "SIGKILL", CONTROL_ROUNDS);
}

async function stopUnderLoad(home: Home, signal: "SIGTERM" | "SIGKILL", rounds: number): Promise<Report> {
  const receiver = await Receiver.open();
  const env = { HOOK_ALLOW: allowing([receiver]) };
  const clients = { keeping: openClient(), anew: openClient({ keepsConnections: false }) };
  const start = (round: number, port?: number) =>
    home.start({ ...env, WORKERS: String(1 + (round % 2)) }, { port });
  let service: Service = await start(0);
  const seen: Seen = { scans: [], broken: { keeping: [], anew: [] } };
  const exits: { code: number | null; ms: number }[] = [];
  try {
    const { token } = await home.producer("Orderly");
    const identifiers = await newItems(clients.keeping, service.url, token, 10);
    await newHook(clients.keeping, service.url, token, receiver.url);
    for (let round = 0; round < rounds; round++) {
      if (round > 0) service = await start(round, service.port);
      exits.push(await stopOnce(service, signal, { clients, identifiers, seen }));
    }
    service = await start(0, service.port);
    if (signal === "SIGTERM") await untilAllSent(await home.sql(), SEND_TIMEOUT_MS);
    return {
      checks: [
        exactly("broken calls on kept-alive connections", 0, seen.broken.keeping.length),
        ...checksOfExits(exits),
        ...(signal === "SIGTERM" ? checksOfDeliveries(receiver, seen) : []),
      ],
      figures: {
        [signal]: rounds,
        "scans acknowledged": seen.scans.length,
        // On closing a port, the system resets connections that are queued and not yet accepted; that cannot be prevented.
        "new connections reset while the port was closing": seen.broken.anew.length,
        "connections refused after the end": rounds * (WRITERS.keeping + WRITERS.anew),
        "failures of broken calls":
          [...new Set([...seen.broken.keeping, ...seen.broken.anew])].join(", ") || "nothing",
      },
    };
  } finally {
    await clients.keeping.close();
    await clients.anew.close();
    await home.stop();
    await receiver.close();
  }
}

const checksOfExits = (exits: { code: number | null; ms: number }[]): Check[] => [
  exactly("exit codes other than 0", 0, exits.filter(({ code }) => code !== 0).length),
  atMost("slowest exit", MAX_EXIT_MS, Math.max(...exits.map(({ ms }) => ms)), " ms"),
];

const checksOfDeliveries = (receiver: Receiver, { scans }: Seen): Check[] => [
  atLeast("accepted deliveries", scans.length, receiver.taken.length),
  exactly("lost deliveries of acknowledged events", 0, lostTo([receiver], scans)),
  exactly("deliveries accepted twice", 0, takenTwice(receiver.calls).length),
];

/** Stops a service amid calls; the writers continue until their calls are refused. */
async function stopOnce(
  service: Service,
  signal: "SIGTERM" | "SIGKILL",
  load: { clients: Record<keyof typeof WRITERS, Client>; identifiers: string[]; seen: Seen },
) {
  const { clients, identifiers, seen } = load;
  const before = seen.scans.length;
  let hasEnded = false;
  const write = (kind: keyof typeof WRITERS) =>
    // Separately, since each writer stops by itself.
    Array.from({ length: WRITERS[kind] }, () =>
      writeScans({
        client: clients[kind],
        url: () => service.url,
        identifiers,
        writers: 1,
        onOutcome: ({ status, failure }, scan) => {
          if (scan) seen.scans.push(scan);
          else if (failure === NEVER_ANSWERED) seen.broken.anew.push(failure);
          else if (failure !== NOT_ACCEPTED) seen.broken[kind].push(failure ?? String(status));
          return failure === NOT_ACCEPTED || hasEnded ? "enough" : "more";
        },
      }),
    );
  const writers = [...write("keeping"), ...write("anew")];
  await waitFor("there is load", SEND_TIMEOUT_MS, () => seen.scans.length >= before + SCANS_BEFORE_A_STOP);
  const startedAt = Date.now();
  const code = await service.end(signal);
  const ms = Date.now() - startedAt;
  hasEnded = true;
  await Promise.race([Promise.all(writers), delay(SEND_TIMEOUT_MS, undefined, { ref: false })]);
  return { code, ms };
}
