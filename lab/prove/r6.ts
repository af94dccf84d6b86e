import { setTimeout as delay } from "node:timers/promises";
import { type Client, newHook, newItems, openClient } from "./client";
import { lostTo, takenTwice, untilAllSent } from "./deliveries";
import type { Home, Service } from "./home";
import { allowing, Receiver } from "./receivers";
import { atLeast, atMost, type Check, exactly, type Report, type Scale } from "./report";
import { waitFor } from "./wait-for";
import { type AcknowledgedScan, writeScans } from "./writers";

const ROUNDS = { scaled: 2, full: 20 };
const CONTROL_ROUNDS = 1;
/** Those that keep their connections, and those that make one for each call. */
const WRITERS = { keeping: 32, anew: 8 };
const SCANS_BEFORE_A_STOP = 150;
const EXIT_WITHIN_MS = 30_000;
const SENT_WITHIN_MS = 120_000;

/** A client learns that nobody listens any more before it sends anything. */
const NOT_ACCEPTED = "ECONNREFUSED";

interface Seen {
  scans: AcknowledgedScan[];
  /** Why calls that were taken got no whole answer, or which 5xx. */
  broken: Record<keyof typeof WRITERS, string[]>;
}

/** SIGTERM under load breaks no call that was accepted, ends in time, and loses no delivery. */
export function r6(home: Home, scale: Scale): Promise<Report> {
  return stopUnderLoad(home, "SIGTERM", ROUNDS[scale]);
}

/** The same by SIGKILL, which gives nobody time to finish. */
export function controlR6(home: Home): Promise<Report> {
  return stopUnderLoad(home, "SIGKILL", CONTROL_ROUNDS);
}

async function stopUnderLoad(home: Home, signal: "SIGTERM" | "SIGKILL", rounds: number): Promise<Report> {
  const receiver = await Receiver.open();
  const env = { HOOK_ALLOW: allowing([receiver]) };
  const clients = { keeping: openClient(), anew: openClient({ keepsConnections: false }) };
  let service: Service = await home.start(env);
  const seen: Seen = { scans: [], broken: { keeping: [], anew: [] } };
  const exits: { code: number | null; ms: number }[] = [];
  try {
    const { token } = await home.producer("Orderly");
    const identifiers = await newItems(clients.keeping, service.url, token, 10);
    await newHook(clients.keeping, service.url, token, receiver.url);
    for (let round = 0; round < rounds; round++) {
      if (round > 0) service = await home.start(env, service.port);
      exits.push(await stopOnce(service, signal, { clients, identifiers, seen }));
    }
    service = await home.start(env, service.port);
    if (signal === "SIGTERM") await untilAllSent(await home.sql(), SENT_WITHIN_MS);
    return {
      checks: [
        exactly("calls on connections that were kept, broken", 0, seen.broken.keeping.length),
        ...checksOfExits(exits),
        ...(signal === "SIGTERM" ? checksOfDeliveries(receiver, seen) : []),
      ],
      figures: {
        [signal]: rounds,
        "scans acknowledged": seen.scans.length,
        // The system resets what it has queued and nobody has accepted when a port is closed; nothing can empty that queue for good.
        "new connections reset while the port was closing": seen.broken.anew.length,
        "connections refused after the end": rounds * (WRITERS.keeping + WRITERS.anew),
        "broken by": [...new Set([...seen.broken.keeping, ...seen.broken.anew])].join(", ") || "nothing",
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
  exactly("ends with another exit code than 0", 0, exits.filter(({ code }) => code !== 0).length),
  atMost("the slowest end", EXIT_WITHIN_MS, Math.max(...exits.map(({ ms }) => ms)), " ms"),
];

const checksOfDeliveries = (receiver: Receiver, { scans }: Seen): Check[] => [
  atLeast("deliveries taken", scans.length, receiver.taken.length),
  exactly("deliveries of acknowledged events that the hook never took", 0, lostTo([receiver], scans)),
  exactly("deliveries taken twice", 0, takenTwice(receiver.calls).length),
];

/** Stops a service amid calls; the writers go on until nobody takes their calls. */
async function stopOnce(
  service: Service,
  signal: "SIGTERM" | "SIGKILL",
  load: { clients: Record<keyof typeof WRITERS, Client>; identifiers: string[]; seen: Seen },
) {
  const { clients, identifiers, seen } = load;
  const before = seen.scans.length;
  let hasEnded = false;
  const write = (kind: keyof typeof WRITERS) =>
    // Each writer alone, as each stops by itself.
    Array.from({ length: WRITERS[kind] }, () =>
      writeScans({
        client: clients[kind],
        url: () => service.url,
        identifiers,
        writers: 1,
        onOutcome: ({ status, failure }, scan) => {
          if (scan) seen.scans.push(scan);
          else if (failure !== NOT_ACCEPTED) seen.broken[kind].push(failure ?? String(status));
          return failure === NOT_ACCEPTED || hasEnded ? "enough" : "more";
        },
      }),
    );
  const writers = [...write("keeping"), ...write("anew")];
  await waitFor("there is load", SENT_WITHIN_MS, () => seen.scans.length >= before + SCANS_BEFORE_A_STOP);
  const from = Date.now();
  const code = await service.end(signal);
  const ms = Date.now() - from;
  hasEnded = true;
  await Promise.race([Promise.all(writers), delay(SENT_WITHIN_MS, undefined, { ref: false })]);
  return { code, ms };
}
