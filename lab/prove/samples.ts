import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { makePgArray } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";
import { z } from "zod";
import type { Call, Client, Outcome } from "./client";

/** A kind of call that is repeated while the database is away and back. */
interface Kind {
  name: string;
  call(): Call;
  /** For a write: the row that its 200 promises. */
  promised?: { table: "scans" | "items" | "contents" | "hooks"; id(body: unknown): string };
}

export interface Sample extends Outcome {
  kind: string;
  promised: { table: string; id: string } | undefined;
}

const Id = z.object({ id: z.string() }).transform(({ id }) => id);
const ScanId = z.object({ scan: Id }).transform(({ scan }) => scan);
const BYTES = Buffer.alloc(20_000, "proof").toString("base64");

const post = (path: string, token: string | undefined, body: object): Call => ({
  method: "POST",
  path,
  token,
  body,
});

export const kindsOf = (token: string, identifier: string): Kind[] => [
  {
    name: "get item",
    call: () => ({ method: "GET", path: `/items/${encodeURIComponent(identifier)}`, token }),
  },
  { name: "list scans", call: () => ({ method: "GET", path: "/scans", token }) },
  { name: "list hooks", call: () => ({ method: "GET", path: "/producers/hooks", token }) },
  {
    name: "record scan",
    call: () => post("/scans", undefined, { identifier, copyclassification: "original" }),
    promised: { table: "scans", id: (body) => ScanId.parse(body) },
  },
  {
    name: "create item",
    call: () => post("/items", token, { identifier: `sample ${randomUUID()}` }),
    promised: { table: "items", id: (body) => Id.parse(body) },
  },
  {
    name: "upload content",
    call: () => post("/contents", token, { "content-type": "application/octet-stream", data: BYTES }),
    promised: { table: "contents", id: (body) => Id.parse(body) },
  },
  {
    name: "create hook",
    call: () => post("/producers/hooks", token, { events: "contentDeleted", url: "https://example.org/" }),
    promised: { table: "hooks", id: (body) => Id.parse(body) },
  },
];

const CALLS_OF_A_KIND = 2;
const PAUSE_MS = 50;

/** Makes calls of all kinds until `stop`. */
export function startSampling(client: Client, url: string, kinds: Kind[]) {
  const samples: Sample[] = [];
  let isOver = false;
  const sample = async ({ name, call, promised }: Kind) => {
    const outcome = await client.call(url, call());
    const isPromise = promised !== undefined && outcome.status === 200;
    samples.push({
      ...outcome,
      kind: name,
      promised: isPromise ? { table: promised.table, id: promised.id(outcome.body) } : undefined,
    });
    return outcome;
  };
  const loops = kinds
    .flatMap((kind) => Array.from({ length: CALLS_OF_A_KIND }, () => kind))
    .map(async (kind) => {
      while (!isOver) {
        await sample(kind);
        await delay(PAUSE_MS);
      }
    });
  return {
    samples,
    /** Measures the time until a new call of each kind succeeds; returns the slowest kind. */
    async recovery(): Promise<{ ms: number; kind: string }> {
      const startedAt = Date.now();
      const times = await Promise.all(
        kinds.map(async (kind) => ({ kind: kind.name, ms: await firstSuccess(kind) })),
      );
      async function firstSuccess(kind: Kind): Promise<number> {
        return new Promise((resolve) => {
          let isBack = false;
          const again = async () => {
            for (; !isBack; await delay(PAUSE_MS)) {
              // A new call does not wait for a hanging one.
              const attempt = sample(kind).then(({ status }) => {
                if (status === 0 || status >= 500 || isBack) return;
                isBack = true;
                resolve(Date.now() - startedAt);
              });
              await Promise.race([attempt, delay(250)]);
            }
          };
          void again();
        });
      }
      return times.toSorted((a, b) => b.ms - a.ms)[0] ?? { ms: 0, kind: "none" };
    },
    async stop() {
      isOver = true;
      await Promise.all(loops);
    },
  };
}

/** Number of writes that were answered 200 and whose rows are missing. */
export async function falsePromises(sql: Sql, samples: readonly Sample[]): Promise<number> {
  let missing = 0;
  for (const table of ["scans", "items", "contents", "hooks"]) {
    const ids = samples.flatMap(({ promised }) => (promised?.table === table ? [promised.id] : []));
    const column = table === "items" ? "identifier" : "id";
    const [row] = await sql<{ there: number }[]>`
      select count(*)::int as there from ${sql(table)} where ${sql(column)}::text = any(${makePgArray(ids)}::text[])`;
    missing += ids.length - (row?.there ?? 0);
  }
  return missing;
}
