/** The kinds of alert rules that count scans with a finding. */
export const FINDING_KINDS = [
  { kind: "impossibleTravel", finding: "impossible_travel" },
  { kind: "stolenItem", finding: "stolen" },
] as const;

/** The finding of the scans that a kind counts; undefined for the other kinds. */
export const findingOf = (kind: string) => FINDING_KINDS.find((one) => one.kind === kind)?.finding;
