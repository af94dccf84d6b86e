/** Files of every pack. The list covers all files but itself and what vouches for it. */
export const FILES = {
  sums: "SHA256SUMS",
  signature: "SHA256SUMS.sig",
  key: "public-key.pem",
  timestamp: "SHA256SUMS.tsr",
  facts: "pack.json",
  readme: "README.txt",
} as const;

export const UNLISTED: ReadonlySet<string> = new Set([
  FILES.sums,
  FILES.signature,
  FILES.key,
  FILES.timestamp,
]);

const HISTORY = /^history\/(.+)\/(\d{6})\.json$/;

/** The path of an entry of an item's history. */
export const historyPath = (item: string, position: number): string =>
  `history/${item}/${String(position).padStart(6, "0")}.json`;

/** The item and position of an entry's path. */
export function entryAt(path: string): { item: string; position: number } | undefined {
  const [, item, position] = HISTORY.exec(path) ?? [];
  return item === undefined ? undefined : { item, position: Number(position) };
}
