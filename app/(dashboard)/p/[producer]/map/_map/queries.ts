import type { Calls } from "@/app/request/calls";
import { type Box, WORLD } from "@/app/ui/box";
import { type Days, momentsOf } from "./days";
import { boxAround } from "./mercator";

/** The scans of one producer and of all producers have the same procedures. */
export type MapCalls = Pick<Calls["map"], "cells" | "days"> & Pick<Calls["stats"], "countries">;

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

/** The calls of the map: the same on the server, which asks first, and in the browser. */
export const mapQueries = (calls: MapCalls, country?: string | null) => {
  const narrowed = country ? { country } : {};
  return {
    cells: (area: ReturnType<typeof areaOf>, days: Days) =>
      calls.cells.queryOptions({ ...area, days, ...narrowed }),
    days: (days: Days) => calls.days.queryOptions({ days, ...narrowed }),
    countries: (days: Days) => calls.countries.queryOptions({ range: momentsOf(days) }),
  };
};
