import { type Image, loadImage, type SKRSContext2D } from "@napi-rs/canvas";
import { latitudeAt, MERCATOR_END, mercatorView, mercatorY, worldWidth } from "./mercator";
import type { TileSource } from "./options";
import type { View } from "./view";

const TILE_PIXELS = 256;
const TIMEOUT_MS = 3_000;
const MAX_BYTES = 1024 * 1024;
/** Tiles show more detail than the bundled map, so among towns the zoom is higher. */
const EXTRA_ZOOM_AMONG_TOWNS = 3;
const TOWNS_BELOW_KM_PER_PIXEL = 1;

interface Tile {
  image: Image;
  /** CSS pixels. */
  left: number;
  top: number;
  size: number;
}

export interface Tiles {
  /** The map of the tiles, at a whole zoom. */
  view: View;
  tiles: Tile[];
}

/**
 * Loads the deployment's tiles around a place, one tile pixel for each pixel of the picture; `failed` if a tile does not
 * load, undefined where the map would show an area beyond Web Mercator.
 */
export async function loadTiles(
  source: TileSource,
  around: View,
  scale: 1 | 2,
): Promise<Tiles | "failed" | undefined> {
  if (around.kind !== "mercator" || Math.abs(around.latitude) > MERCATOR_END) return undefined;
  const view = atWholeZoom(around, source);
  const plan = tilePlan(view, source.maxZoom, scale);
  if (!plan) return undefined;
  const stop = new AbortController();
  // `AbortSignal.any` does not hold on to a time limit, which is collected as garbage and then never ends anything.
  const limit = setTimeout(() => stop.abort(), TIMEOUT_MS);
  try {
    const tiles = await Promise.all(
      plan.map(async ({ x, y, z, ...place }) => ({
        image: await loadTile(source, x, y, z, stop.signal),
        ...place,
      })),
    );
    return { view, tiles };
  } catch {
    // The other tiles are no longer needed.
    stop.abort();
    return "failed";
  } finally {
    clearTimeout(limit);
  }
}

/** The view at the nearest whole zoom, with its middle on a whole pixel. */
export function atWholeZoom(around: View, { maxZoom }: TileSource): View {
  const { width, height, anchor, latitude, longitude, kmPerPixel } = around;
  const zoom = Math.log2(worldWidth(latitude, kmPerPixel) / TILE_PIXELS);
  const closer = kmPerPixel < TOWNS_BELOW_KM_PER_PIXEL ? EXTRA_ZOOM_AMONG_TOWNS : 0;
  const world = TILE_PIXELS * 2 ** Math.max(0, Math.min(maxZoom, Math.round(zoom) + closer));
  const x = Math.round((longitude / 360) * world);
  const y = Math.round(mercatorY(latitude) * world);
  const snapped = mercatorView(
    { width, height, anchor, longitude: (x / world) * 360, latitude: latitudeAt(y / world) },
    world,
  );
  return { ...snapped, latitude, longitude };
}

interface PlannedTile {
  x: number;
  y: number;
  z: number;
  left: number;
  top: number;
  size: number;
}

/** The tiles that cover a view; undefined where it exceeds the world's square. */
export function tilePlan(view: View, maxZoom: number, scale: 1 | 2): PlannedTile[] | undefined {
  const { width, height, project } = view;
  const corner = { longitude: -180, latitude: MERCATOR_END };
  const { y: worldTop } = project(corner.longitude, corner.latitude);
  const perDegree = project(view.longitude + 1, 0).x - project(view.longitude, 0).x;
  const zoom = Math.round(Math.log2((perDegree * 360) / TILE_PIXELS));
  const world = TILE_PIXELS * 2 ** zoom;
  const worldLeft = view.anchor.x - Math.round((view.longitude + 180) * perDegree);
  if (Math.round(worldTop) > 0 || worldTop + world < height - 0.5) return undefined;
  // At twice the pixels, the tiles of the next zoom are drawn at half their size.
  const z = Math.min(maxZoom, zoom + (scale === 2 ? 1 : 0));
  const size = world / 2 ** z;
  const count = 2 ** z;
  const top = Math.round(worldTop);
  const plan: PlannedTile[] = [];
  for (let row = Math.floor(-top / size); top + row * size < height; row++) {
    for (let column = Math.floor(-worldLeft / size); worldLeft + column * size < width; column++) {
      const x = ((column % count) + count) % count;
      if (row >= 0 && row < count) {
        plan.push({ x, y: row, z, left: worldLeft + column * size, top: top + row * size, size });
      }
    }
  }
  return plan;
}

async function loadTile(
  { url }: TileSource,
  x: number,
  y: number,
  z: number,
  signal: AbortSignal,
): Promise<Image> {
  const values: Record<string, string> = { x: `${x}`, y: `${y}`, z: `${z}`, r: "" };
  const address = url.replace(/\{([xyzr])\}/g, (_, name: string) => values[name] ?? "");
  const response = await fetch(address, { signal, headers: { "user-agent": "Assay scan maps" } });
  if (!response.ok || !response.body) throw new Error(`Tile ${z}/${x}/${y}: ${response.status}`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error(`Tile ${z}/${x}/${y} is too large.`);
    chunks.push(chunk);
  }
  return loadImage(Buffer.concat(chunks));
}

export function drawTiles(ctx: SKRSContext2D, { tiles }: Tiles): void {
  for (const { image, left, top, size } of tiles) ctx.drawImage(image, left, top, size, size);
}
