import type { Calls } from "@/app/request/calls";
import { type Box, WORLD } from "@/app/ui/box";
import type { Days } from "./days";
import { boxAround } from "./mercator";

/** The scans of one producer and of all producers have the same procedures. */
export type MapCalls = Pick<Calls["map"], "cells" | "days" | "countries" | "area">;

/** The country and the group to which the map is limited. */
export interface Narrowed {
  country: string | null;
  group: string | null;
}
const WHOLE: Narrowed = { country: null, group: null };

/** Visible part of the world. */
export interface View {
  west: number;
  south: number;
  east: number;
  north: number;
  zoom: number;
}

/** The view before the map knows its size. */
export const WORLD_VIEW: View = { ...WORLD, zoom: 1 };

/** The part of the world that the call for a view covers. */
export function areaOf({ west, south, east, north, zoom: exact }: View): { box: Box; zoom: number } {
  const zoom = Math.max(0, Math.min(22, Math.floor(exact)));
  return { box: boxAround(west, south, east, north, zoom), zoom };
}

/** The input of the calls about a part of the map. */
export const areaInput = (box: Box, days: Days, { country, group }: Narrowed) => ({
  box,
  days,
  ...(country ? { country } : {}),
  ...(group ? { group } : {}),
});

/** The calls of the map: the same on the server, which asks first, and in the browser. */
export const mapQueries = (calls: MapCalls, { country, group }: Narrowed = WHOLE) => {
  const ofGroup = group ? { group } : {};
  const narrowed = { ...(country ? { country } : {}), ...ofGroup };
  return {
    cells: (area: ReturnType<typeof areaOf>, days: Days) =>
      calls.cells.queryOptions({ ...area, days, ...narrowed }),
    days: (days: Days) => calls.days.queryOptions({ days, ...narrowed }),
    countries: (days: Days) => calls.countries.queryOptions({ days, ...ofGroup }),
    area: (box: Box, days: Days) => calls.area.queryOptions(areaInput(box, days, { country, group })),
  };
};
