import { claimMatches, companyDigits } from "@assay/codes";
import { sql } from "drizzle-orm";
import { producers } from "@/db/schema/producers";
import type { Basis } from "@/db/schema/sightings";
import type { Ctx } from "@/server/core/ctx";
import { claimOfRow, type OwnedClaim, type PatternRow } from "./claim-row";
import { nearKeysIn } from "./deletions";
import { editDistance } from "./edit-distance";
import { gtinsIn, gtinVariantsOf, repairsOf, variantsOf } from "./variants";

/** The producer that an unregistered code concerns, and why. */
export interface Attribution {
  producerId: string;
  basis: Basis;
  basisText: string | null;
}

/** A registered identifier and its producer. */
interface Registered extends Record<string, unknown> {
  identifier: string;
  producerId: string;
}

/** In shorter codes, one or two wrong characters say too little. */
const MIN_CHARACTERS = 8;
const MIN_CHARACTERS_FOR_TWO = 10;
const MAX_CHARACTERS = 100;
const MAX_EDITS = 2;
const NEIGHBOURS_EACH_WAY = 16;
const MAX_NEIGHBOURHOODS = 5;
const MAX_PROBES = 6_000;

type Reading = Pick<Ctx, "db">;

/** Replaces an array parameter, which the driver would have to know by type. */
const texts = (list: readonly string[]) =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(list)}::text::jsonb))`;

const isOpen = sql`exists (select from ${producers} where ${producers.id} = found.producer_id and ${producers.closedAt} is null)`;

/** The claimed patterns whose fixed start is within two wrong characters of the code's. */
async function patternsNear({ db }: Reading, code: string): Promise<OwnedClaim[]> {
  const [gtin] = gtinsIn(code);
  // A GTIN-14 has the company prefix after its first digit.
  const starts = [
    code,
    ...(/^.?\d/u.test(code) ? [[...code].slice(1).join("")] : []),
    ...(gtin ? [gtin.digits, gtin.digits.slice(1)] : []),
  ];
  const keys = starts.flatMap(nearKeysIn);
  const rows = await db.execute<PatternRow>(sql`
    select found.producer_id as "producerId", found.kind, found.text from patterns_near(${texts([...new Set(keys)])}) found
    where ${isOpen}`);
  return rows.map(claimOfRow);
}

/** The identifiers to look up, and the codes whose neighbours in byte order are read. */
function probesOf(code: string, claims: OwnedClaim[]) {
  const probes = new Set<string>();
  const beside = new Set([code]);
  for (const claim of claims) {
    if (claim.kind === "gs1") {
      for (const one of gtinVariantsOf(code, claim)) probes.add(one);
      continue;
    }
    for (const way of repairsOf(code, claim.head)) {
      beside.add(way.head + way.rest);
      for (const one of variantsOf(way, claim)) probes.add(one);
    }
  }
  return {
    probes: [...probes].slice(0, MAX_PROBES),
    beside: [...beside].slice(0, MAX_NEIGHBOURHOODS),
  };
}

async function registeredAmong({ db }: Reading, { probes, beside }: ReturnType<typeof probesOf>) {
  return db.execute<Registered>(sql`
    select found.identifier, found.producer_id as "producerId" from (
      select * from identifiers_among(${texts(probes)})
      union all
      select neighbour.* from unnest(${texts(beside)}) as wanted(code)
        cross join lateral identifiers_beside(wanted.code, ${NEIGHBOURS_EACH_WAY}) neighbour) found
    where ${isOpen}`);
}

const isNumber = (text: string) => /^\d*$/.test(text);

/**
 * Whether an identifier of the claim is likely what a code was copied from. Of running numbers, many are near to any number: where
 * the fixed start is wrong and as many digits follow, these must be right.
 */
function isLikely(claim: OwnedClaim, code: string, identifier: string): boolean {
  if (!claimMatches(claim, identifier)) return false;
  const rest = identifier.slice(claim.head.length);
  if (claim.kind === "gs1" || code.startsWith(claim.head) || !isNumber(rest)) return true;
  const rests = repairsOf(code, claim.head)
    .map((way) => way.rest)
    .filter(isNumber);
  return rests.includes(rest) || rests.every(({ length }) => length !== rest.length);
}

/** A claim of GS1 codes whose correct GTIN a code carries in a form with wrong characters. */
function companyIn(code: string, claims: OwnedClaim[]): OwnedClaim | undefined {
  const digits = gtinsIn(code)[0]?.digits;
  if (digits === undefined) return undefined;
  const carried = companyDigits(digits);
  return claims.find(({ kind, head }) => kind === "gs1" && digits.length > 12 && carried?.startsWith(head));
}

/**
 * The registered identifier of a claimed pattern that is nearest to a code, one or two characters away. Undefined where none is,
 * or where identifiers of two producers are equally near. A correct GTIN of another company is no mistake. Reads a bounded
 * number of index entries, and nothing of identifiers where no pattern is near.
 */
export async function nearestOf(ctx: Reading, code: string): Promise<Attribution | undefined> {
  const { length } = [...code];
  if (length < MIN_CHARACTERS || length > MAX_CHARACTERS) return undefined;
  const claims = await patternsNear(ctx, code);
  if (claims.length === 0) return undefined;
  const max = length < MIN_CHARACTERS_FOR_TWO ? 1 : MAX_EDITS;
  // With a correct GTIN, only too many or too few digits are a mistake: others are of another company.
  const isGtin = companyDigits(code) !== undefined;
  const near = (await registeredAmong(ctx, probesOf(code, claims)))
    .map((one) => ({ ...one, edits: editDistance(code, one.identifier, max) }))
    .filter(
      ({ identifier, producerId, edits }) =>
        edits <= max &&
        !(isGtin && identifier.length === code.length) &&
        claims.some((claim) => claim.producerId === producerId && isLikely(claim, code, identifier)),
    )
    .toSorted((a, b) => a.edits - b.edits);
  const [first] = near;
  const isTie = near.some(
    ({ edits, producerId }) => edits === first?.edits && producerId !== first.producerId,
  );
  if (isTie) return undefined;
  if (first) return { producerId: first.producerId, basis: "similar", basisText: first.identifier };
  const company = isGtin ? undefined : companyIn(code, claims);
  return company && { producerId: company.producerId, basis: "gs1", basisText: company.text };
}
