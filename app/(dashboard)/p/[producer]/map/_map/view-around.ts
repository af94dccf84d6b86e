import { across, down, TILE } from "./mercator";

interface Placed {
  latitude: number;
  longitude: number;
}

/** Closer, the base map shows hardly anything around the places. */
const MAX_ZOOM = 8;
/** What the places fill of the smallest map, in pixels. */
const FILLED_PIXELS = 230;

/** A view that shows all places: its centre and its zoom. */
export function viewAround(places: readonly Placed[]): { lat: number; lng: number; z: number } {
  if (places.length === 0) return { lat: 26, lng: 12, z: 1 };
  const [latitudes, longitudes] = [
    places.map(({ latitude }) => latitude),
    places.map(({ longitude }) => longitude),
  ];
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const extent = Math.max(
    across(east) - across(west),
    down(south) - down(north),
    FILLED_PIXELS / TILE / 2 ** MAX_ZOOM,
  );
  return {
    lat: (south + north) / 2,
    lng: (west + east) / 2,
    z: Math.max(0, Math.log2(FILLED_PIXELS / TILE / extent)),
  };
}
