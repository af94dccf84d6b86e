import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import postgres from "postgres";
import type { Database } from "@/db/client";
import { producers } from "@/db/schema/producers";
import { tokens } from "@/db/schema/tokens";
import { hashOfSecret, isWellFormedSecret, nameOfSecret, type SecretKind } from "./secrets";

/*
 * Processes remember credentials, and yet a revoked one is refused everywhere once its revocation has returned
 * (decision 0012): a process trusts its memory for TRUSTED_MS after it asked the database for the epoch and was told the
 * one it knows; a change that takes a credential's power away raises the epoch (a trigger does), and waits that long. So a process that is frozen,
 * cut off or dead needs no special treatment: its trust ends by itself.
 */
const TRUSTED_MS = 500;
const ASK_EVERY_MS = 125;
const LAST_USED_EVERY_MS = 60_000;
const MAX_CACHED_CREDENTIALS = 20_000;

/** An accepted credential, as far as requests need it. */
export interface Credential {
  tokenId: string;
  producerId: string;
  kind: SecretKind;
  name: string;
  /** Whether its producer is, which has no power meanwhile. */
  isSuspended: boolean;
}

export interface Credentials {
  /** The credential behind a secret, or nothing where it is unknown, revoked, expired or malformed. */
  find(secret: string): Promise<Credential | undefined>;
  close(): Promise<void>;
}

/** Opens the credentials of one process: looked up once, then remembered for as long as that is certain. */
export function openCredentials(database: Database): Credentials {
  const remembered = new Map<string, Credential & { expiresAt: Date | null }>();
  const used = new Set<string>();
  let epoch: string | undefined;
  let trustedUntil = 0;

  // A connection of its own, so that no other statement delays the answer.
  const watcher = postgres(database.url, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 2,
    fetch_types: false,
    backoff: () => ASK_EVERY_MS / 1000,
    connection: { application_name: "assay-credentials" },
  });
  const closing = new AbortController();

  async function askForEpoch() {
    const asked = performance.now();
    const [row] = await watcher<{ epoch: string }[]>`select epoch from credential_epoch`;
    if (row?.epoch !== epoch) {
      epoch = row?.epoch;
      remembered.clear();
    }
    trustedUntil = asked + TRUSTED_MS;
  }

  async function keepAsking() {
    while (!closing.signal.aborted) {
      // Without an answer, trust runs out, and every request asks the database itself.
      await askForEpoch().catch(() => {});
      await delay(ASK_EVERY_MS, undefined, { ref: false, signal: closing.signal }).catch(() => {});
    }
  }

  async function lookUp(hash: Buffer) {
    const [row] = await database.db
      .select({
        tokenId: tokens.id,
        producerId: tokens.producerId,
        kind: tokens.kind,
        name: tokens.name,
        isSuspended: sql<boolean>`${producers.suspendedAt} is not null`,
        expiresAt: tokens.expiresAt,
      })
      .from(tokens)
      .innerJoin(producers, eq(producers.id, tokens.producerId))
      .where(and(eq(tokens.hash, hash), isNull(tokens.revokedAt)));
    return row;
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

  const lastUsedTimer = setInterval(writeLastUsed, LAST_USED_EVERY_MS).unref();
  void keepAsking();

  return {
    async find(secret) {
      const key = nameOfSecret(secret);
      let credential = performance.now() < trustedUntil ? remembered.get(key) : undefined;
      if (!credential) {
        if (!isWellFormedSecret(secret)) return undefined;
        const epochBefore = epoch;
        credential = await lookUp(hashOfSecret(secret));
        if (!credential) return undefined;
        if (epoch === epochBefore) {
          if (remembered.size >= MAX_CACHED_CREDENTIALS) remembered.clear();
          remembered.set(key, credential);
        }
      }
      if (credential.expiresAt && credential.expiresAt.getTime() <= Date.now()) return undefined;
      if (!credential.isSuspended) used.add(credential.tokenId);
      return credential;
    },
    async close() {
      closing.abort();
      clearInterval(lastUsedTimer);
      await writeLastUsed();
      await watcher.end({ timeout: 0 });
    },
  };
}

/**
 * Returns once no process answers by what it remembered before the call: to be awaited after a change that takes
 * credentials' power away was committed. A trigger of the table has raised the epoch with that change.
 */
export const awaitRevocation = () => delay(TRUSTED_MS);
