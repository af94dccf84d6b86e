"use client";

import { useMemo, useState } from "react";
import { type Cell, clustersOf } from "./clusters";
import classes from "./map.module.css";
import { Picture } from "./picture";
import type { View } from "./queries";
import { viewAround } from "./view-around";

const noop = () => {};

interface PlacesMapProps {
  /** Scans by tiles of one level. */
  places: { cells: Cell[]; level: number };
  /** Version of the base map. */
  version: string;
}

/** A few places on a map that shows all of them at first. */
export function PlacesMap({ places: { cells, level }, version }: PlacesMapProps) {
  const [view, setView] = useState<View>();
  const start = useMemo(() => viewAround(cells), [cells]);
  const zoom = Math.floor(view?.zoom ?? start.z);
  const clusters = useMemo(() => clustersOf(cells, level, zoom, null), [cells, level, zoom]);
  return (
    <div className={`${classes.card} ${classes.small}`}>
      <Picture
        // Another extent needs another first view.
        key={`${start.lat} ${start.lng} ${start.z}`}
        version={version}
        mapState={{ state: { mode: "clusters", verdict: null, box: null, ...start }, setState: noop }}
        shown={{ clusters, cells, level, zoom }}
        countries={[]}
        onView={setView}
        onBox={undefined}
        onCountry={noop}
      />
    </div>
  );
}
