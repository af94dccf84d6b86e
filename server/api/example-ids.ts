/** The ids of the examples: one story of one producer, which the document tells from call to call. */
export const EXAMPLE_IDS = {
  producer: "019df23e-7c00-7a51-9e0c-5d3f2b8a4c01",
  token: "019df23e-7c05-7d0f-a1b2-84c6e93f5d20",
  item: "4006381333931",
  otherItem: "4006381333948",
  importedItem: "4006381333962",
  group: "019df23e-8ba0-7c14-8b7d-0e6a91f2d402",
  scan: "019df240-1c5e-7a30-9c52-6b1f0d7e3a18",
  content: "019df23e-7f10-7d2b-a4c3-92e5b8a1f603",
  scanImage: "019df240-2a11-7f6c-b3d4-5e8a9c0b1d27",
  hook: "019df241-2a77-7b0c-8d11-47c9e0b5a2f4",
  job: "019df242-90d3-7e65-b2a8-3d4c7f1e8b05",
  import: "019df243-0b6a-7c48-9f37-5e2d1a8c6f09",
  historyEntry: "019df23e-8e40-7b93-8c1a-2f7d6e5a4b30",
  firstHistoryEntry: "019df23e-8d9a-7c55-90be-1a6f4d3c2b18",
  request: "019df23e-7c00-7a51-9e0c-5d3f2b8a4c99",
} as const;

/** A PNG image of one pixel, as Base64. */
export const EXAMPLE_PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** The time of all that happens in the examples. */
export const EXAMPLE_AT = new Date("2026-05-04T09:30:00Z");

/** Stands for the public address of the service in recorded answers. */
export const EXAMPLE_ORIGIN = "https://assay.example";

/** The secret of the webhook in the examples. */
export const EXAMPLE_SECRET = "whsec_bm90IGEgc2VjcmV0LCBidXQgYW4gZXhhbXBsZQ==";
