export const RADIANS = Math.PI / 180;
const EARTH_RADIUS_KM = 6371.0088;
export const KM_PER_DEGREE = EARTH_RADIUS_KM * RADIANS;

/** In degrees. */
interface Coordinates {
  latitude: number;
  longitude: number;
}

/** The shortest distance between two places, in kilometres. */
export function distanceKm(a: Coordinates, b: Coordinates): number {
  const [x, y, z] = onSphere(a.latitude, a.longitude);
  const [toX, toY, toZ] = onSphere(b.latitude, b.longitude);
  return arcKm((x - toX) ** 2 + (y - toY) ** 2 + (z - toZ) ** 2);
}

/** Converts a place to a point of the sphere of radius 1. */
export function onSphere(latitude: number, longitude: number): [x: number, y: number, z: number] {
  const around = Math.cos(latitude * RADIANS);
  return [
    around * Math.cos(longitude * RADIANS),
    around * Math.sin(longitude * RADIANS),
    Math.sin(latitude * RADIANS),
  ];
}

/** The ground distance of a chord of the sphere of radius 1, given its square. */
export function arcKm(chordSquared: number): number {
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chordSquared) / 2));
}

/** The square of the chord of the sphere of radius 1 for a ground distance. */
export function chordSquared(km: number): number {
  return (2 * Math.sin(km / EARTH_RADIUS_KM / 2)) ** 2;
}

/** The whole turns, in degrees, that bring a longitude within half a turn of another. */
export function turnsTo(from: number, longitude: number): number {
  return Math.round((from - longitude) / 360) * 360;
}
