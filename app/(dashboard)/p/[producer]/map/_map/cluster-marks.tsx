"use client";

import { useMap } from "@vis.gl/react-maplibre";
import { useLayoutEffect, useRef } from "react";
import type { Box } from "@/app/ui/box";
import { ClusterMark } from "./cluster-mark";
import type { Cluster } from "./clusters";
import classes from "./marks.module.css";

interface ClusterMarksProps {
  clusters: Cluster[];
  /** Lists the scans of a part of the map. */
  onBox: ((box: Box) => void) | undefined;
}

/** A click lists up to this many scans instead of zooming in; so does a mark that zooming no longer splits. */
const MAX_LISTED_SCANS = 25;
const MIN_LIST_ZOOM = 11;
const FIT = { padding: 90, maxZoom: 13 };

/** Marks on the map, as buttons. They follow the map without a render. */
export function ClusterMarks({ clusters, onBox }: ClusterMarksProps) {
  const map = useMap().current;
  const list = useRef<HTMLUListElement>(null);

  useLayoutEffect(() => {
    if (!map) return;
    const place = () => {
      const centre = map.getCenter().lng;
      const marks = list.current?.children ?? [];
      clusters.forEach(({ longitude, latitude }, i) => {
        const mark = marks[i];
        if (!(mark instanceof HTMLElement)) return;
        const { x, y } = map.project([longitude + 360 * Math.round((centre - longitude) / 360), latitude]);
        mark.style.transform = `translate(${x}px, ${y}px)`;
      });
    };
    place();
    map.on("move", place);
    map.on("resize", place);
    return () => {
      map.off("move", place);
      map.off("resize", place);
    };
  }, [map, clusters]);

  const open = (cluster: Cluster) => {
    if (!map) return;
    if (onBox && (cluster.wanted <= MAX_LISTED_SCANS || map.getZoom() >= MIN_LIST_ZOOM))
      return onBox(cluster.box);
    const { west, south, east, north } = cluster.box;
    const closer = Math.min(map.getZoom() + 4, FIT.maxZoom);
    map.fitBounds([west, south, east, north], { padding: FIT.padding, maxZoom: closer });
  };

  return (
    <ul ref={list} className={classes.marks}>
      {clusters.map((cluster) => (
        <li key={cluster.id} className={classes.mark}>
          <ClusterMark cluster={cluster} onOpen={() => open(cluster)} />
        </li>
      ))}
    </ul>
  );
}
