"use client";

import { MapPage } from "./_map/map-page";
import { useOwnScans } from "./_map/source";

/** Where the scans of the chosen producer were made. */
export const ScansOnMap = ({ version }: { version: string }) => (
  <MapPage version={version} source={useOwnScans()} />
);
