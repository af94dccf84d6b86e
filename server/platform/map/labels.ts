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
  /** From the point to the text. */
  gap: number;
  /** The radius of the point's dot; 0 where it has none. */
  dot: number;
}

export interface PlacedLabel<T> extends LabelWish<T> {
  /** Around the text. */
  box: Box;
}

/** Where a text may stand by its point, the best first: right, left, below, above, and the corners between. */
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
/** Between two texts. */
const AIR = 3;

export interface Room {
  /** Texts stay inside it, points too. */
  inside: Box;
  taken: Box[];
  most: number;
}

/**
 * Places texts by their points, the first wish first, each in the best position where it touches nothing; a wish for
 * which there is none is left out. The same wishes always give the same picture.
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
  left: left - AIR,
  top: top - AIR,
  right: right + AIR,
  bottom: bottom + AIR,
});

const contains = (outer: Box, { left, top, right, bottom }: Box) =>
  left >= outer.left && top >= outer.top && right <= outer.right && bottom <= outer.bottom;
