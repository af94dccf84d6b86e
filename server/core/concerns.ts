/** What concerns are about: fakes, findings of the service, unregistered codes, reports of buyers. */
export const CONCERN_KINDS = [
  "fakes",
  "stolen",
  "invalidated",
  "impossible_travel",
  "many_devices",
  "burst",
  "outside_market",
  "unregistered",
  "reports",
] as const;

export type ConcernKind = (typeof CONCERN_KINDS)[number];

/** Days in which a concern counts. */
export const CONCERN_DAYS = 7;
