import { type Claim, claimsOverlap } from "@assay/codes";
import { and, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { codePatterns } from "@/db/schema/code-patterns";
import type { Ctx } from "@/server/core/ctx";
import { claimOfRow, type OwnedClaim } from "./claim-row";

type Reading = Pick<Ctx, "db">;

/** Another producer's claim with which some code would have two owners. */
export interface Rival extends OwnedClaim {
  id: string;
  state: "active" | "contested";
}

const MAX_CANDIDATES = 5_000;

/** GS1 codes begin with digits, a bracket or an address. */
const maySuitGs1 = sql`${codePatterns.head} ~ '^([0-9(]|https?:)'`;

/** Patterns that could overlap: one fixed start begins with the other, or one of the two is of GS1. */
function mayOverlap({ kind, head }: Claim): SQL | undefined {
  const related = sql`(starts_with(${codePatterns.head}, ${head}) or starts_with(${head}, ${codePatterns.head}))`;
  if (kind === "gs1") return or(related, maySuitGs1);
  return /^([0-9(]|https?:)/.test(head) ? or(related, eq(codePatterns.kind, "gs1")) : related;
}

/** The claims of other producers that overlap a claim, in the order in which they were made. */
export async function rivalsOf({ db }: Reading, claim: Claim, producerId: string): Promise<Rival[]> {
  const { id, kind, text, state, createdAt } = codePatterns;
  const rows = await db
    .select({ id, kind, text, state, producerId: codePatterns.producerId })
    .from(codePatterns)
    .where(
      and(
        ne(codePatterns.producerId, producerId),
        inArray(state, ["active", "contested"]),
        mayOverlap(claim),
      ),
    )
    .orderBy(createdAt, id)
    .limit(MAX_CANDIDATES);
  return rows
    .map(
      (row): Rival => ({
        ...claimOfRow(row),
        id: row.id,
        state: row.state === "active" ? "active" : "contested",
      }),
    )
    .filter((rival) => claimsOverlap(claim, rival));
}
