import { openLine } from "./line";
import type { Line, View } from "./view";

const STEPS = [0.25, 0.5, 1, 2, 5, 10, 15, 30];
/** Approximate number of lines across the map. */
const LINES = 5;
const SAMPLES_PER_LINE = 48;

/** Parallels and meridians at round degrees, at a density that suits the view. */
export function graticule({ bounds, kind, kmPerPixel, width }: View): Line[] {
  const { west, east } = bounds;
  const south = Math.max(-90, bounds.south);
  const north = Math.min(90, bounds.north);
  const degrees = (kmPerPixel * width) / 111;
  const step = STEPS.find((candidate) => degrees / candidate <= LINES) ?? 30;
  // Meridians meet at the pole and need the wider step there.
  const across =
    kind === "azimuthal" ? 30 : Math.max(step, STEPS.find((s) => (east - west) / s <= LINES * 1.5) ?? 30);
  const parallels = multiples(south, north, step).filter((latitude) => Math.abs(latitude) < 90);
  return [
    ...parallels.map((latitude) => sampled((part) => [west + (east - west) * part, latitude])),
    ...multiples(west, east, across).map((longitude) =>
      sampled((part) => [longitude, south + (north - south) * part]),
    ),
  ];
}

function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, i) => (first + i) * step);
}

function sampled(at: (part: number) => [number, number]): Line {
  const positions = Array.from({ length: SAMPLES_PER_LINE + 1 }, (_, i) => at(i / SAMPLES_PER_LINE));
  return openLine(Float64Array.from(positions.flat()));
}
