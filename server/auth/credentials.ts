import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import postgres from "postgres";
import type { Database } from "@/db/client";
import { poolOptions } from "@/db/connect";
import { cellMoves } from "@/db/schema/cells";
import { producers } from "@/db/schema/producers";
import { tokens } from "@/db/schema/tokens";
import { inNetworks } from "@/server/core/networks";
import { hashOfSecret, isWellFormedSecret, nameOfSecret, type SecretKind } from "./secrets";

/*
 * Processes cache credentials, yet every process refuses a revoked one once its revocation has returned (decision 0012).
 * A process trusts its cache for TRUSTED_MS after it sent a query for the epoch that returned the epoch it knows. A trigger
 * raises the epoch with each change that revokes a credential's power, and the change waits for TRUSTED_MS. A process that
 * is frozen, cut off or dead needs no special treatment: its trust expires.
 */
const TRUSTED_MS = 500;
const EPOCH_POLL_INTERVAL_MS = 125;
/** Without a request with a credential for this long, nothing is asked: the next one reads the database. */
const EPOCH_IDLE_MS = 5_000;
const EPOCH_TIMEOUT_MS = 2_000;
const LAST_USED_INTERVAL_MS = 60_000;
const MAX_CACHED_CREDENTIALS = 20_000;

/** An accepted credential, with the fields that requests need. */
export interface Credential {
  tokenId: string;
  producerId: string;
  kind: SecretKind;
  name: string;
  /** The number of its producer's sandbox; 0 for real items. */
  sandbox: number;
  /** What it may do; null for every call. */
  scopes: string[] | null;
  /** Null for the limit of all tokens alone. */
  requestsPerMinute: number | null;
  /** Whether it may be used from an address; undefined for one that may be used from anywhere. */
  isFrom: ((address: string) => boolean) | undefined;
  /** Whether its producer is suspended, which revokes its power meanwhile. */
  isSuspended: boolean;
}

export interface Credentials {
  /** The credential of a secret; undefined where it is unknown, revoked, expired or malformed. */
  find(secret: string): Promise<Credential | undefined>;
  close(): Promise<void>;
}

/** Opens the credential cache of one process: looks each credential up once, and trusts the cache while it is current. */
export function openCredentials(database: Database): Credentials {
  const cached = new Map<string, Credential & { expiresAt: Date | null }>();
  const used = new Set<string>();
  let epoch: string | undefined;
  let trustedUntil = 0;
  let askedAt = performance.now();
  let resume = () => {};

  // A separate connection, so that no other statement delays the answer.
  const watcher = postgres(database.url, {
    ...poolOptions(database, "assay-credentials", 1, { statement_timeout: EPOCH_TIMEOUT_MS }),
    backoff: () => EPOCH_POLL_INTERVAL_MS / 1000,
  });
  const closing = new AbortController();

  async function readEpoch() {
    const askedAt = performance.now();
    const [row] = await watcher<{ epoch: string }[]>`select epoch from credential_epoch`;
    if (row?.epoch !== epoch) {
      epoch = row?.epoch;
      cached.clear();
    }
    trustedUntil = askedAt + TRUSTED_MS;
  }

  async function pollEpoch() {
    while (!closing.signal.aborted) {
      if (performance.now() - askedAt > EPOCH_IDLE_MS)
        await new Promise<void>((resolve) => {
          resume = resolve;
        });
      // Without an answer, trust expires, and every request reads the database.
      await readEpoch().catch(() => {});
      await delay(EPOCH_POLL_INTERVAL_MS, undefined, { ref: false, signal: closing.signal }).catch(() => {});
    }
  }

  async function lookUp(hash: Buffer) {
    const [row] = await database.db
      .select({
        tokenId: tokens.id,
        producerId: tokens.producerId,
        kind: tokens.kind,
        name: tokens.name,
        sandbox: producers.sandbox,
        scopes: tokens.scopes,
        requestsPerMinute: tokens.requestsPerMinute,
        networks: tokens.networks,
        isSuspended: sql<boolean>`${producers.suspendedAt} is not null`,
        expiresAt: tokens.expiresAt,
        isMoving: sql<boolean>`exists (select from ${cellMoves} where ${eq(cellMoves.producerId, tokens.producerId)})`,
      })
      .from(tokens)
      .innerJoin(producers, eq(producers.id, tokens.producerId))
      .where(
        and(
          eq(tokens.hash, hash),
          isNull(tokens.revokedAt),
          // Another cell serves the producer.
          sql`not exists (select from ${cellMoves} where ${eq(cellMoves.producerId, tokens.producerId)}
            and ${inArray(cellMoves.state, ["moved", "arriving"])})`,
        ),
      );
    if (!row) return undefined;
    const { networks, ...credential } = row;
    return { ...credential, isFrom: networks ? inNetworks(networks) : undefined };
  }

  async function writeLastUsed() {
    if (used.size === 0) return;
    const ids = [...used];
    used.clear();
    await database.db
      .update(tokens)
      .set({ lastUsedAt: new Date() })
      .where(inArray(tokens.id, ids))
      .catch(() => {});
  }

  const lastUsedTimer = setInterval(writeLastUsed, LAST_USED_INTERVAL_MS).unref();
  void pollEpoch();

  return {
    async find(secret) {
      askedAt = performance.now();
      resume();
      const key = nameOfSecret(secret);
      let credential = performance.now() < trustedUntil ? cached.get(key) : undefined;
      if (!credential) {
        if (!isWellFormedSecret(secret)) return undefined;
        const epochBefore = epoch;
        const found = await lookUp(hashOfSecret(secret));
        if (!found) return undefined;
        credential = found;
        if (epoch === epochBefore && !found.isMoving) {
          if (cached.size >= MAX_CACHED_CREDENTIALS) cached.clear();
          cached.set(key, found);
        }
      }
      if (credential.expiresAt && credential.expiresAt.getTime() <= Date.now()) return undefined;
      if (!credential.isSuspended) used.add(credential.tokenId);
      return credential;
    },
    async close() {
      closing.abort();
      resume();
      clearInterval(lastUsedTimer);
      await writeLastUsed();
      await watcher.end({ timeout: 0 });
    },
  };
}

/**
 * Returns once no process answers from a cache older than this call. Await it after the commit of a change that limits or
 * revokes credentials' power. A trigger of the table has raised the epoch with that change.
 */
export const awaitRevocation = () => delay(TRUSTED_MS);
