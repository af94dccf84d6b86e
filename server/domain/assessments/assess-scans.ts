import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { type Assessment, assessments } from "@/db/schema/assessments";
import { FINDING_KINDS } from "@/server/core/finding-kinds";
import { evaluateAgain } from "@/server/domain/alerts/evaluate-again";
import { assess } from "./assess";
import { type ItemFacts, MAX_KNOWN, type ScanFacts } from "./facts";
import {
  type ItemScan,
  type KnownItem,
  LOOKED_AT_AGAIN,
  readItems,
  readKnownItems,
  readNewScans,
} from "./read-facts";
import { pickQuiet, type RecentByItem } from "./recent";

/** Histories read at once: up to 200 scans for each. */
const MAX_HISTORIES = 500;
/** A statement has at most 65,535 parameters. */
const MAX_STORED = 5_000;

type Found = readonly Assessment[];

function opinionOf(scan: ItemScan, before: readonly ScanFacts[], facts: ItemFacts): Found {
  const { id: scanId, producerId, itemId, timestamp } = scan;
  const opinion = assess(scan, before, facts);
  return opinion ? [{ scanId, producerId, itemId, timestamp, ...opinion }] : [];
}

const opinionsOf = ({ facts, scans }: KnownItem): Found =>
  scans.flatMap((scan, n) =>
    scan.isSubject ? opinionOf(scan, scans.slice(Math.max(0, n - MAX_KNOWN), n), facts) : [],
  );

/** Stores findings, and writes only those that have changed. */
async function store(db: Db, all: Found): Promise<void> {
  const found = all.slice(0, MAX_STORED);
  if (found.length === 0) return;
  for (const { kind, finding } of FINDING_KINDS) {
    const counted = found.filter(({ reasons }) => reasons.includes(finding));
    await evaluateAgain(db, counted, [kind]);
  }
  const { score, reasons, evidence } = assessments;
  await db
    .insert(assessments)
    .values(found)
    .onConflictDoUpdate({
      target: assessments.scanId,
      set: { score: sql`excluded.score`, reasons: sql`excluded.reasons`, evidence: sql`excluded.evidence` },
      setWhere: sql`(${score}, ${reasons}, ${evidence}) is distinct from (excluded.score, excluded.reasons, excluded.evidence)`,
    });
  await store(db, all.slice(MAX_STORED));
}

/** Divides new scans into those of quiet items, and all others with those of an item together. */
async function divide(db: Db, ids: readonly string[], recentOf: RecentOfShare) {
  const scans = await readNewScans(db, ids);
  const quiet = await pickQuiet(db, scans, ({ share }) => recentOf(share));
  const isQuiet = new Set(quiet.map(({ id }) => id));
  const others = scans.filter(({ id }) => !isQuiet.has(id)).toSorted((a, b) => a.itemId - b.itemId);
  return { quiet, others: others.map(({ id }) => id) };
}

/** The recent scans of the items of a share. */
type RecentOfShare = (share: number) => RecentByItem;

interface Scope {
  /** Scans of the same item right after each scan that are assessed again. */
  again?: number;
  /** For new scans, of which every one is remembered. */
  recentOf?: RecentOfShare | undefined;
}

/**
 * Assesses scans and stores their findings; assessing them again gives the same result. Includes up to `again` scans of the same
 * items right after them, because the given scans may be new evidence against those.
 */
export async function assessScans(
  db: Db,
  ids: readonly string[],
  { again = LOOKED_AT_AGAIN, recentOf }: Scope = {},
): Promise<void> {
  if (ids.length === 0) return;
  const { quiet, others } = recentOf ? await divide(db, ids, recentOf) : { quiet: [], others: ids };
  const factsOf = await readItems(
    db,
    quiet.map(({ itemId }) => itemId),
  );
  await store(
    db,
    quiet.flatMap((scan) => opinionOf(scan, [], factsOf(scan.itemId))),
  );
  for (let from = 0; from < others.length; from += MAX_HISTORIES) {
    const known = await readKnownItems(db, others.slice(from, from + MAX_HISTORIES), again);
    await store(db, known.flatMap(opinionsOf));
  }
}
