import { type Claim, claimMatches, claimsOverlap } from "@assay/codes";
import { and, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { codePatterns } from "@/db/schema/code-patterns";
import { items } from "@/db/schema/items";
import { producers } from "@/db/schema/producers";
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

/** The starts of the identifiers that a claim may match. */
function startsOf({ kind, head }: Claim): string[] {
  if (kind !== "gs1") return [head];
  const fourteens = Array.from({ length: 10 }, (_, indicator) => `${indicator}${head}`);
  const forms = ["", "(01)", "01", "https://id.gs1.org/01/"];
  return [head, ...forms.flatMap((form) => fourteens.map((one) => form + one))];
}

const IDENTIFIERS_OF_EACH = 20;
const MAX_IDENTIFIERS = 500;

/** A registered identifier of another producer. */
export interface ForeignIdentifier extends Record<string, unknown> {
  identifier: string;
  producerId: string;
}

/**
 * Identifiers of other producers' items that a claim matches, some of each producer: one index walk for each producer and start.
 */
export async function foreignIdentifiers(
  { db }: Reading,
  claim: Claim,
  producerId: string,
): Promise<ForeignIdentifier[]> {
  const rows = await db.execute<ForeignIdentifier>(sql`
    select found.identifier, ${producers.id} as "producerId"
    from ${producers}, jsonb_array_elements_text(${JSON.stringify(startsOf(claim))}::text::jsonb) as start(text),
      lateral (select ${items.identifier} from ${items}
        where ${items.producerId} = ${producers.id} and ${items.deletedAt} is null
          and ${items.identifier} collate "C" >= start.text and ${items.identifier} collate "C" < start.text || chr(1114111)
        order by ${items.producerId}, ${items.identifier} collate "C" limit ${IDENTIFIERS_OF_EACH}) found
    where ${producers.id} <> ${producerId} and ${producers.sandbox} = 0 limit ${MAX_IDENTIFIERS}`);
  return rows.filter(({ identifier }) => claimMatches(claim, identifier));
}
