export const RADIANS = Math.PI / 180;
const EARTH_RADIUS_KM = 6371.0088;
export const KM_PER_DEGREE = EARTH_RADIUS_KM * RADIANS;

/** The length of the shortest way between two places, in kilometres. */
export function distanceKm(
  latitude: number,
  longitude: number,
  toLatitude: number,
  toLongitude: number,
): number {
  const [x, y, z] = onSphere(latitude, longitude);
  const [toX, toY, toZ] = onSphere(toLatitude, toLongitude);
  return arcKm((x - toX) ** 2 + (y - toY) ** 2 + (z - toZ) ** 2);
}

/** A place as a point of the sphere of radius 1. */
export function onSphere(latitude: number, longitude: number): [x: number, y: number, z: number] {
  const around = Math.cos(latitude * RADIANS);
  return [
    around * Math.cos(longitude * RADIANS),
    around * Math.sin(longitude * RADIANS),
    Math.sin(latitude * RADIANS),
  ];
}

/** The length on the ground of a straight line through the sphere of radius 1, given by its square. */
export function arcKm(chordSquared: number): number {
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chordSquared) / 2));
}

/** The square of the straight line through the sphere of radius 1 under so many kilometres on the ground. */
export function chordSquared(km: number): number {
  return (2 * Math.sin(km / EARTH_RADIUS_KM / 2)) ** 2;
}

/** The whole turns, in degrees, that bring a longitude within half a turn of another. */
export function turnsTo(from: number, longitude: number): number {
  return Math.round((from - longitude) / 360) * 360;
}
