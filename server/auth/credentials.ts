import { setTimeout as delay } from "node:timers/promises";
import { eq, inArray, sql } from "drizzle-orm";
import postgres from "postgres";
import type { Connection, Database, Transaction } from "@/db/client";
import { tokens } from "@/db/schema/tokens";
import { hashOfSecret, isWellFormedSecret, type SecretKind } from "./secrets";

declare module "postgres" {
  interface Options<T extends Record<string, PostgresType>> {
    /** There, but not declared by the package. Called for every notification of a connection. */
    onnotify?: (channel: string, payload: string) => void;
  }
}

/*
 * Processes remember credentials, and yet a revoked one is refused everywhere from the moment that its revocation
 * commits. The protocol: a process trusts its memory only while it holds a shared advisory lock. Who changes
 * credentials asks for the same lock exclusively and notifies; every process then forgets, lets go, and asks for the
 * shared lock again, behind the change. A process that dies loses its lock with its connection.
 */
const CREDENTIALS_LOCK = 4_702_112;
const CHANNEL = "credentials";
const NUDGE_EVERY_MS = 25;
/** A process that does not answer for so long (stopped in a debugger, say) can't hold a revocation up any longer. */
const WAIT_FOR_OTHERS_MS = 2_000;
const RETRY_AFTER_MS = 250;
const LAST_USED_EVERY_MS = 60_000;
const MOST_REMEMBERED = 20_000;

/** An accepted credential, as far as requests need it. */
export interface Credential {
  tokenId: string;
  producerId: string;
  kind: SecretKind;
  name: string;
}

export interface Credentials {
  /** The credential behind a secret, or nothing where it is unknown, revoked, expired or malformed. */
  find(secret: string): Promise<Credential | undefined>;
  close(): Promise<void>;
}

/** Opens the credentials of one process: looked up once, then remembered for as long as they are certain. */
export function openCredentials(database: Database): Credentials {
  const remembered = new Map<string, Credential & { expiresAt: Date | null }>();
  const used = new Set<string>();
  let certain = false;
  let joining = false;
  let closed = false;
  let changes = 0;

  const watcher = postgres(database.url, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 5,
    fetch_types: false,
    backoff: () => RETRY_AFTER_MS / 1000,
    onnotice: () => {},
    onnotify: (channel) => {
      if (channel === CHANNEL) forget();
    },
    onclose: () => forget(),
    connection: { application_name: "assay-credentials" },
  });

  function forget() {
    changes++;
    certain = false;
    remembered.clear();
    void join();
  }

  async function join() {
    if (joining || closed) return;
    joining = true;
    while (!certain && !closed) {
      const changesBefore = changes;
      try {
        await watcher`select pg_advisory_unlock_all()`;
        await watcher`listen ${watcher(CHANNEL)}`;
        await watcher`select pg_advisory_lock_shared(${CREDENTIALS_LOCK})`;
        certain = changes === changesBefore;
      } catch {
        await delay(RETRY_AFTER_MS, undefined, { ref: false });
      }
    }
    joining = false;
  }

  async function lookUp(hash: Buffer) {
    const [row] = await database.db
      .select({
        tokenId: tokens.id,
        producerId: tokens.producerId,
        kind: tokens.kind,
        name: tokens.name,
        expiresAt: tokens.expiresAt,
      })
      .from(tokens)
      .where(sql`${eq(tokens.hash, hash)} and ${tokens.revokedAt} is null`);
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
  void join();

  return {
    async find(secret) {
      const hash = hashOfSecret(secret);
      const key = hash.toString("latin1");
      let credential = remembered.get(key);
      if (!credential) {
        if (!isWellFormedSecret(secret)) return undefined;
        const changesBefore = changes;
        const wasCertain = certain;
        credential = await lookUp(hash);
        if (!credential) return undefined;
        if (wasCertain && changes === changesBefore) {
          if (remembered.size >= MOST_REMEMBERED) remembered.clear();
          remembered.set(key, credential);
        }
      }
      if (credential.expiresAt && credential.expiresAt.getTime() <= Date.now()) return undefined;
      used.add(credential.tokenId);
      return credential;
    },
    async close() {
      closed = true;
      clearInterval(lastUsedTimer);
      await writeLastUsed();
      await watcher.end({ timeout: 0 });
    },
  };
}

/** Changes credentials so that no process of this service answers by what it remembered once this has returned. */
export async function changeCredentials<T>(
  db: Connection,
  change: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    let waiting = true;
    const everyoneForgot = tx
      .transaction(async (attempt) => {
        await attempt.execute(sql.raw(`set local lock_timeout = ${WAIT_FOR_OTHERS_MS}`));
        await attempt.execute(sql`select pg_advisory_xact_lock(${CREDENTIALS_LOCK})`);
      })
      .catch(() => {})
      .finally(() => {
        waiting = false;
      });
    while (waiting) {
      await db.execute(sql.raw(`notify ${CHANNEL}`));
      await Promise.race([everyoneForgot, delay(NUDGE_EVERY_MS)]);
    }
    return change(tx);
  });
}
