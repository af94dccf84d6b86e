import type { SKRSContext2D } from "@napi-rs/canvas";
import { fontFor, type Weight } from "./fonts";
import { type Box, type LabelWish, type PlacedLabel, placeLabels } from "./labels";
import type { Town } from "./places";
import { paletteOf } from "./style";
import type { Point, View } from "./view";

interface Style {
  size: number;
  weight: Weight;
  colour: "text" | "quietText";
  dot: number;
}

/** By minimum population. */
const STYLES: [population: number, style: Style][] = [
  [1_000_000, { size: 14, weight: 600, colour: "text", dot: 3.2 }],
  [200_000, { size: 13, weight: 500, colour: "text", dot: 2.8 }],
  [0, { size: 11.5, weight: 400, colour: "quietText", dot: 2.4 }],
];
const OWN: Style = { size: 16.5, weight: 600, colour: "text", dot: 0 };
const NEAR: Style = { size: 14.5, weight: 600, colour: "text", dot: 3.2 };

/** Square pixels of the map for each label. */
const PIXELS_PER_LABEL = 9_500;
const MAX_LABELS = 60;

export interface Labelled extends PlacedLabel<Town> {
  style: Style;
}

interface Options {
  inside: Box;
  taken: Box[];
  /** The marker's tip; the name of the place's town stands below it and needs no dot. */
  anchor: Point;
  town: Town | undefined;
  /** A town to emphasise that does not contain the place. */
  near: Town | undefined;
}

/** Chooses the towns to name and the positions of their names. */
export function layOutLabels(
  ctx: SKRSContext2D,
  view: View,
  towns: Town[],
  { inside, taken, anchor, town, near }: Options,
): Labelled[] {
  const most = Math.min(MAX_LABELS, Math.round((view.width * view.height) / PIXELS_PER_LABEL));
  const styles = new Map<Town, Style>();
  const isSame = (one: Town, other: Town | undefined) =>
    one.name === other?.name && one.latitude === other.latitude && one.longitude === other.longitude;
  const wish = (what: Town): LabelWish<Town> => {
    const style = isSame(what, town) ? OWN : isSame(what, near) ? NEAR : styleOf(what);
    styles.set(what, style);
    ctx.font = fontFor(what.name, style.size, style.weight);
    const width = ctx.measureText(what.name).width;
    const height = style.size * 1.15;
    // The marker stands on the town itself: its name is centred below.
    if (isSame(what, town)) return { what, ...anchor, width, height, gap: 10, dot: 0 };
    return {
      what,
      ...view.project(what.longitude, what.latitude),
      width,
      height,
      gap: style.dot + 4,
      dot: style.dot,
    };
  };
  const others = towns.filter((one) => !isSame(one, town) && !isSame(one, near));
  const first = [town, near].filter((one) => one !== undefined);
  return placeLabels([...first, ...others].map(wish), { inside, taken, most }).map((label) => ({
    ...label,
    style: styles.get(label.what) ?? NEAR,
  }));
}

function styleOf({ population, isCapital }: Town): Style {
  const rank = isCapital ? Math.max(population, 200_000) : population;
  return STYLES.find(([from]) => rank >= from)?.[1] ?? NEAR;
}

/** Draws dots and names, each with a light edge that keeps it readable on lines. */
export function drawLabels(ctx: SKRSContext2D, labels: Labelled[]): void {
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  ctx.direction = "ltr";
  for (const { x, y, style } of labels.filter(({ dot }) => dot > 0)) {
    ctx.beginPath();
    ctx.arc(x, y, style.dot, 0, 2 * Math.PI);
    ctx.fillStyle = paletteOf(ctx).dot;
    ctx.fill();
    ctx.strokeStyle = paletteOf(ctx)[style.colour];
    ctx.lineWidth = 1.3;
    ctx.stroke();
  }
  ctx.lineJoin = "round";
  ctx.strokeStyle = paletteOf(ctx).halo;
  for (const { what, box, style } of labels) {
    ctx.font = fontFor(what.name, style.size, style.weight);
    ctx.lineWidth = 3.2;
    const middle = (box.top + box.bottom) / 2;
    ctx.strokeText(what.name, box.left, middle);
    ctx.fillStyle = paletteOf(ctx)[style.colour];
    ctx.fillText(what.name, box.left, middle);
  }
}
