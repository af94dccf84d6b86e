/** A rectangle in pixels. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const overlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

export interface LabelWish<T> {
  what: T;
  x: number;
  y: number;
  /** Of the text, in pixels. */
  width: number;
  height: number;
  /** From the point to the text, in pixels. */
  gap: number;
  /** The radius of the point's dot; 0 for none. */
  dot: number;
}

export interface PlacedLabel<T> extends LabelWish<T> {
  /** Around the text. */
  box: Box;
}

/** Positions of a text relative to its point, best first: right, left, below, above, and the corners between. */
const POSITIONS: [across: -1 | 0 | 1, down: -1 | 0 | 1][] = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, -1],
  [1, 1],
  [-1, -1],
  [-1, 1],
];
/** Pixels between two texts. */
const SPACING = 3;

export interface Room {
  /** The bounds of texts and points. */
  inside: Box;
  taken: Box[];
  most: number;
}

/**
 * Places texts by their points in the order of the wishes, each in the best position without an overlap. A wish without
 * such a position is dropped. Equal wishes always give the same result.
 */
export function placeLabels<T>(wishes: LabelWish<T>[], { inside, taken, most }: Room): PlacedLabel<T>[] {
  const placed: PlacedLabel<T>[] = [];
  const blocked = [...taken];
  for (const wish of wishes) {
    if (placed.length >= most) break;
    const dot = around(wish.x, wish.y, wish.dot);
    if (wish.dot > 0 && (!contains(inside, dot) || blocked.some((box) => overlap(box, dot)))) continue;
    const box = POSITIONS.map((position) => boxAt(wish, position)).find(
      (box) => contains(inside, box) && !blocked.some((other) => overlap(widened(box), other)),
    );
    if (!box) continue;
    placed.push({ ...wish, box });
    blocked.push(box, widened(dot));
  }
  return placed;
}

function boxAt({ x, y, width, height, gap }: LabelWish<unknown>, [across, down]: [number, number]): Box {
  const aside = down === 0 ? gap : gap * 0.7;
  const left = across === 0 ? x - width / 2 : across > 0 ? x + aside : x - aside - width;
  const top = down === 0 ? y - height / 2 : down > 0 ? y + gap * 0.7 : y - gap * 0.7 - height;
  return { left, top, right: left + width, bottom: top + height };
}

const around = (x: number, y: number, by: number): Box => ({
  left: x - by,
  top: y - by,
  right: x + by,
  bottom: y + by,
});

const widened = ({ left, top, right, bottom }: Box): Box => ({
  left: left - SPACING,
  top: top - SPACING,
  right: right + SPACING,
  bottom: bottom + SPACING,
});

const contains = (outer: Box, { left, top, right, bottom }: Box) =>
  left >= outer.left && top >= outer.top && right <= outer.right && bottom <= outer.bottom;
