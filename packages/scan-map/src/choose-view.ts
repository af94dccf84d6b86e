import { azimuthalView } from "./azimuthal";
import { latitudeAt, mercatorView, mercatorY, worldWidth } from "./mercator";
import type { Frame, View } from "./view";

/** Beyond this latitude, Mercator distorts too much. */
const POLAR_FROM = 80;
/** The Mercator map may show places up to this latitude. */
const MERCATOR_SHOWS = 84;

/** A map of about `radiusKm` around the frame's place, in the projection that suits it. */
export function chooseView(frame: Frame, radiusKm: number): View {
  const { width, height, latitude } = frame;
  const kmPerPixel = radiusKm / (Math.max(height, (width * 2) / 3) / 2);
  if (Math.abs(latitude) > POLAR_FROM) return azimuthalView(frame, kmPerPixel);
  // At most one copy of the world, so that no place appears twice.
  const world = Math.max(worldWidth(latitude, kmPerPixel), width);
  const half = Math.max(frame.anchor.y, height - frame.anchor.y) / world;
  const farthest = latitudeAt(Math.abs(mercatorY(latitude)) + half);
  return farthest > MERCATOR_SHOWS ? azimuthalView(frame, kmPerPixel) : mercatorView(frame, world);
}
