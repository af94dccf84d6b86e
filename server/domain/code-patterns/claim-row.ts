import { type Claim, type ClaimKind, parseClaim } from "@assay/codes";

/** A stored pattern, as attribution needs it. */
export interface PatternRow extends Record<string, unknown> {
  producerId: string;
  kind: ClaimKind;
  text: string;
}

/** A pattern with its producer. */
export interface OwnedClaim extends Claim {
  producerId: string;
}

/** Reads a stored pattern. */
export const claimOfRow = ({ producerId, kind, text }: PatternRow): OwnedClaim => ({
  ...parseClaim(kind, text),
  producerId,
});
