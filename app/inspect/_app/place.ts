import type { NewInspection } from "@/server/domain/inspections/schema";

const TIMEOUT_MS = 20_000;
const MAX_AGE_MS = 60_000;

export type Place = NewInspection["place"];
/** The place of the device, or why there is none. */
export type Located = { place: NonNullable<Place> } | { reason: "refused" | "unavailable" };

/** Asks the device where it is, once. */
export const locate = (): Promise<Located> =>
  new Promise((resolve) => {
    if (!("geolocation" in navigator)) return resolve({ reason: "unavailable" });
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        resolve({ place: { latitude, longitude, accuracy } }),
      ({ code, PERMISSION_DENIED }) =>
        resolve({ reason: code === PERMISSION_DENIED ? "refused" : "unavailable" }),
      { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: MAX_AGE_MS },
    );
  });
