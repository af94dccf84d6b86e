import type { SKRSContext2D } from "@napi-rs/canvas";
import type { GeoPermissibleObjects } from "d3-geo";
import { geoGraticule, geoOrthographic, geoPath } from "d3-geo";
import type { Position } from "geojson";
import { readMapFile } from "./base-map";
import { paletteOf } from "./style";
import { type Coordinates, decodeArcs, stitch, type Topology } from "./topology";
import type { Point } from "./view";

/** Coarse land and borders for the small globe. */
export interface Globe {
  land: GeoPermissibleObjects;
  borders: GeoPermissibleObjects;
}

export function loadGlobe(folder: string): Globe {
  const { land, borders, arcs }: TopologyParts = readTopology(folder);
  return {
    land: {
      type: "MultiPolygon",
      coordinates: land
        .map((polygon) => polygon.map((numbers) => thinned(stitch(arcs, numbers))))
        .filter(([outline]) => (outline?.length ?? 0) >= MIN_POINTS),
    },
    borders: {
      type: "MultiLineString",
      coordinates: borders.map((numbers) => thinned(stitch(arcs, numbers))),
    },
  };
}

interface TopologyParts {
  land: number[][][];
  borders: number[][];
  arcs: Coordinates[];
}

function readTopology(folder: string): TopologyParts {
  const topology: Topology = JSON.parse(readMapFile(folder, "world-110m.json"));
  const { land, borders } = topology.objects;
  return { land: land.arcs, borders: borders.arcs, arcs: decodeArcs(topology) };
}

/** A degree is about a pixel on the globe. */
const DETAIL_DEGREES = 0.8;
/** An island with fewer points is too small to see. */
const MIN_POINTS = 6;

/** Drops the points that are close to the previous one. */
function thinned(line: Coordinates): Position[] {
  const kept: Position[] = [];
  for (let i = 0; i < line.length; i += 2) {
    const [x, y] = [line[i] ?? 0, line[i + 1] ?? 0];
    const [lastX = Number.POSITIVE_INFINITY, lastY = 0] = kept.at(-1) ?? [];
    const isEnd = i === line.length - 2;
    if (isEnd || Math.abs(x - lastX) + Math.abs(y - lastY) >= DETAIL_DEGREES) kept.push([x, y]);
  }
  return kept;
}

interface GlobePlace {
  middle: Point;
  radius: number;
  latitude: number;
  longitude: number;
  colour: string;
}

const graticule = geoGraticule().step([30, 30])();

/** The maximum latitude of the centre: from above a pole, the continents are hard to recognise. */
const MAX_CENTRE_LATITUDE = 60;

/** Draws the whole earth from above the place, with a mark on it. */
export function drawGlobe(ctx: SKRSContext2D, globe: Globe, place: GlobePlace): void {
  const { middle, radius, latitude, longitude, colour } = place;
  const tilt = Math.max(-MAX_CENTRE_LATITUDE, Math.min(MAX_CENTRE_LATITUDE, latitude * 0.85));
  const projection = geoOrthographic()
    .translate([middle.x, middle.y])
    .scale(radius)
    .rotate([-longitude, -tilt])
    .precision(0);
  const path = geoPath(projection, ctx);
  const disc = (by: number) => {
    ctx.beginPath();
    ctx.arc(middle.x, middle.y, radius + by, 0, 2 * Math.PI);
  };
  ctx.save();
  ctx.shadowColor = "rgba(20, 40, 64, 0.30)";
  ctx.shadowBlur = 7;
  ctx.shadowOffsetY = 1.5;
  ctx.fillStyle = paletteOf(ctx).rim;
  disc(3);
  ctx.fill();
  ctx.restore();

  const light = ctx.createRadialGradient(
    middle.x - radius * 0.35,
    middle.y - radius * 0.4,
    radius * 0.1,
    middle.x,
    middle.y,
    radius,
  );
  light.addColorStop(0, paletteOf(ctx).globeLit);
  light.addColorStop(1, paletteOf(ctx).globeShaded);
  ctx.fillStyle = light;
  disc(0);
  ctx.fill();

  const stroke = (object: GeoPermissibleObjects, style: string, width: number) => {
    ctx.beginPath();
    path(object);
    ctx.strokeStyle = style;
    ctx.lineWidth = width;
    ctx.stroke();
  };
  stroke(graticule, paletteOf(ctx).globeGraticule, 0.5);
  ctx.beginPath();
  path(globe.land);
  ctx.fillStyle = paletteOf(ctx).ownLand;
  ctx.fill();
  ctx.strokeStyle = paletteOf(ctx).globeCoast;
  ctx.lineWidth = 0.5;
  ctx.stroke();
  stroke(globe.borders, paletteOf(ctx).globeBorder, 0.4);

  const at = projection([longitude, latitude]);
  if (!at) return;
  ctx.beginPath();
  ctx.arc(at[0], at[1], 4.4, 0, 2 * Math.PI);
  ctx.fillStyle = paletteOf(ctx).markInk;
  ctx.fill();
  ctx.beginPath();
  ctx.arc(at[0], at[1], 3.2, 0, 2 * Math.PI);
  ctx.fillStyle = colour;
  ctx.fill();
}
