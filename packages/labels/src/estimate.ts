import type { SymbolKind } from "./symbol";

/** A way to encode characters: what switching to it costs, and what one character or a pair of them costs in it. */
interface Mode {
  latch: number;
  one(byte: number): number;
  pair?(first: number, second: number): number;
}

const isDigit = (byte: number) => byte >= 48 && byte <= 57;
const isCapital = (byte: number) => byte >= 65 && byte <= 90;
const isSmall = (byte: number) => byte >= 97 && byte <= 122;
const never = () => Number.POSITIVE_INFINITY;
const pairOfDigits = (first: number, second: number) => (isDigit(first) && isDigit(second) ? 1 : never());
/** C40 and its mirror image: three short characters take two codewords. */
const thirds = (isShort: (byte: number) => boolean) => (byte: number) =>
  byte > 127 ? 8 / 3 : byte === 32 || isDigit(byte) || isShort(byte) ? 2 / 3 : 4 / 3;

const QR_CAPITALS = new Set(new TextEncoder().encode("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"));

/** QR counts bits, the others codewords. */
const MODES: Record<SymbolKind, Mode[]> = {
  qr: [
    { latch: 14, one: (byte) => (isDigit(byte) ? 10 / 3 : never()) },
    { latch: 13, one: (byte) => (QR_CAPITALS.has(byte) ? 11 / 2 : never()) },
    { latch: 12, one: () => 8 },
  ],
  "data-matrix": [
    { latch: 0, one: (byte) => (byte > 127 ? 2 : 1), pair: pairOfDigits },
    { latch: 2, one: thirds(isCapital) },
    { latch: 2, one: thirds(isSmall) },
    { latch: 1, one: (byte) => (byte >= 32 && byte <= 94 ? 3 / 4 : never()) },
    { latch: 2, one: () => 1 },
  ],
  "code-128": [
    { latch: 1, one: () => 1 },
    { latch: 1, one: never, pair: pairOfDigits },
  ],
};

/** Estimates the size of a symbol with its shortest sequence of modes, to compare texts without encoding them. */
export function estimateSize(kind: SymbolKind, payload: string): number {
  const bytes = new TextEncoder().encode(payload);
  const modes = MODES[kind];
  // The least cost of the bytes so far, by the mode of the last one; and the same before the last byte.
  let costs = modes.map(({ latch }) => latch);
  let entered = costs;
  let before = costs;
  for (const [i, byte] of bytes.entries()) {
    const least = Math.min(...costs);
    before = entered;
    entered = costs.map((cost, m) => Math.min(cost, least + (modes[m]?.latch ?? 0)));
    const previous = bytes[i - 1];
    costs = modes.map(({ one, pair }, m) =>
      Math.min(
        (entered[m] ?? 0) + one(byte),
        pair && previous !== undefined ? (before[m] ?? 0) + pair(previous, byte) : never(),
      ),
    );
  }
  return Math.min(...costs);
}
