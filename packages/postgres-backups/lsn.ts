/** A position in the write-ahead log: the number of bytes before it. */
export type Lsn = bigint;

/** Parses Postgres's spelling, such as `16/B374D848`. */
export function parseLsn(text: string): Lsn {
  const [high, low] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Postgres's spelling of a position. */
export const formatLsn = (lsn: Lsn): string =>
  `${(lsn >> 32n).toString(16)}/${(lsn & 0xffffffffn).toString(16)}`.toUpperCase();

const hex = (n: bigint) => n.toString(16).toUpperCase().padStart(8, "0");

/** The file that tells where a timeline begins. */
export const historyName = (timeline: number): string => `${hex(BigInt(timeline))}.history`;

/** The file of the log with a number; `segmentBytes` is the cluster's `wal_segment_size`. */
export function segmentName(timeline: number, segment: bigint, segmentBytes: bigint): string {
  const ofHigh = 0x1_0000_0000n / segmentBytes;
  return `${hex(BigInt(timeline))}${hex(segment / ofHigh)}${hex(segment % ofHigh)}`;
}
