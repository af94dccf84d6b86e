import { within } from "@/server/core/within";
import { blobs } from "@/server/platform/blobs";
import { newId } from "@/server/platform/ids";
import { type LoopHealth, readLoopHealth } from "./loop-health";
import { type Faults, UNREACHABLE } from "./readiness";

/** The endpoint is public: a kept answer protects the store from frequent probes. */
const STORE_INTERVAL_MS = 5_000;
const STORE_TIMEOUT_MS = 500;

/** The state of a part of the service, with a sentence for people. */
interface Part {
  state: "ok" | "failing" | "unknown";
  message: string;
}

const ok = (message: string): Part => ({ state: "ok", message });
const failing = (message: string): Part => ({ state: "failing", message });

const STORE_OK = ok("The file store answers.");
const STORE_AWAY = failing(
  "The file store does not answer: uploads and files are answered 503 until it does.",
);

let read: { at: number; store: Promise<Part> } | undefined;

/** Asks for a blob that does not exist, the smallest question to a store. */
const askStore = (): Promise<Part> =>
  blobs()
    .read(newId())
    .then(
      () => STORE_OK,
      () => STORE_AWAY,
    );

async function readStore(): Promise<Part> {
  if (!read || performance.now() - read.at > STORE_INTERVAL_MS)
    read = { at: performance.now(), store: askStore() };
  return within(STORE_TIMEOUT_MS, read.store, "No answer").catch(() => STORE_AWAY);
}

function background(loops: LoopHealth[] | undefined): Part {
  if (!loops) return { state: "unknown", message: "The background loops could not be read." };
  const bad = loops.filter(({ isLate, failingSince }) => isLate || failingSince !== null);
  if (bad.length === 0) return ok("All background loops work.");
  return failing(`These background loops are late or fail: ${bad.map(({ loop }) => loop).join(", ")}.`);
}

const sentenceOf = (fault: string) => `${fault.charAt(0).toUpperCase()}${fault.slice(1)}.`;
const partOf = (fault: string | undefined, well: string): Part =>
  fault === undefined ? ok(well) : failing(sentenceOf(fault));

interface More {
  store: Part;
  loops: LoopHealth[] | undefined;
}

/** Reads what only `/readyz?verbose` shows. */
export async function readMore(): Promise<More> {
  const [store, loops] = await Promise.all([readStore(), readLoopHealth()]);
  return { store, loops };
}

/** The fields that `/readyz?verbose` adds: the state of each part, and the background loops if they could be read. */
export const verbosely = (faults: Faults, { store, loops }: More) => ({
  parts: {
    database: partOf(faults.database, "The database is reachable, writable and durable."),
    migrations:
      faults.database === UNREACHABLE.database
        ? { state: "unknown" as const, message: "The migrations could not be read." }
        : partOf(faults.migrations, "The schema fits this build."),
    disk: partOf(faults.disk, "The disk of DATA_DIR has room."),
    store,
    background: background(loops),
  },
  ...(loops && { loops }),
});
