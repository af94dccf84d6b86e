import { claimMatches, companyDigits, MAX_HEAD_CHARACTERS } from "@assay/codes";
import { sql } from "drizzle-orm";
import { producers } from "@/db/schema/producers";
import type { Ctx } from "@/server/core/ctx";
import { startsOf } from "@/server/domain/shared/characters";
import { claimOfRow, type OwnedClaim, type PatternRow } from "./claim-row";
import { type Attribution, nearestOf } from "./nearest";

type Reading = Pick<Ctx, "db">;

/** The columns of a read of patterns; those of closed producers are left out. */
const isOpen = sql`exists (select from ${producers} where ${producers.id} = found.producer_id and ${producers.closedAt} is null)`;

const MIN_HEAD_CHARACTERS = 2;
const MIN_COMPANY_DIGITS = 6;

interface Found extends PatternRow {
  /** Whether the row is the identifier itself. */
  isIdentifier: boolean;
}

/** Reads the identifier's producer, and the patterns whose fixed start the code has: a bounded number of index lookups. */
async function ownersOf({ db }: Reading, code: string, withPatterns: boolean): Promise<Found[]> {
  const company = withPatterns ? companyDigits(code) : undefined;
  const heads = withPatterns
    ? [
        ...startsOf(code, MIN_HEAD_CHARACTERS, MAX_HEAD_CHARACTERS),
        ...startsOf(company ?? "", MIN_COMPANY_DIGITS, MAX_HEAD_CHARACTERS),
      ]
    : [];
  const patterns = sql`union all
    select false, producer_id, kind, text from patterns_by_head(array(select jsonb_array_elements_text(${JSON.stringify(heads)}::text::jsonb)))`;
  return db.execute<Found>(sql`
    select found."isIdentifier", found.producer_id as "producerId", found.kind, found.text from (
      select true as "isIdentifier", producer_id, 'prefix' as kind, identifier as text from identifiers_among(array[${code}])
      ${heads.length > 0 ? patterns : sql``}) found
    where ${isOpen}`);
}

/** The claim with the most fixed characters; undefined where two producers tie. */
function strongest(claims: OwnedClaim[]): OwnedClaim | "tie" | undefined {
  const [first, ...others] = claims.toSorted((a, b) => b.fixed - a.fixed);
  const isTie = others.some(
    ({ producerId, fixed }) => fixed === first?.fixed && producerId !== first.producerId,
  );
  return isTie ? "tie" : first;
}

/**
 * The producer that a code without an item concerns (decision 0080): the one whose item once had it, else the one whose token
 * scanned it, else the one that claims its pattern, else the one with the nearest identifier of a claimed pattern. Undefined
 * leaves it to admins.
 */
export async function attributionOf(
  ctx: Reading,
  code: string,
  broughtBy: string | null,
): Promise<Attribution | undefined> {
  const found = await ownersOf(ctx, code, broughtBy === null);
  const had = found.find(({ isIdentifier }) => isIdentifier);
  if (had) return { producerId: had.producerId, basis: "item", basisText: null };
  if (broughtBy !== null) return { producerId: broughtBy, basis: "token", basisText: null };
  const claim = strongest(found.map(claimOfRow).filter((claim) => claimMatches(claim, code)));
  if (claim === "tie") return undefined;
  if (claim) return { producerId: claim.producerId, basis: claim.kind, basisText: claim.text };
  return nearestOf(ctx, code);
}
