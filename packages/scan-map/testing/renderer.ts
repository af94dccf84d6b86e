import path from "node:path";
import { iso1A2Code } from "@rapideditor/country-coder";
import type { TerritoryAt } from "../src/options";
import { createRenderer } from "../src/renderer";

/** The data of country-coder ends just before the antimeridian and the poles. */
const EDGE = { longitude: 179.9999, latitude: 89.9999 };
const within = (degrees: number, limit: number) => Math.max(-limit, Math.min(limit, degrees));

const territoryAt: TerritoryAt = (latitude, longitude) =>
  iso1A2Code([within(longitude, EDGE.longitude), within(latitude, EDGE.latitude)], { level: "territory" }) ??
  undefined;

/** A renderer of the base map that the setup of the tests has built. */
export const testRenderer = () => createRenderer({ baseMap: path.resolve("public/map"), territoryAt });
