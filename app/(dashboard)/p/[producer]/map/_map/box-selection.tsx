"use client";

import { Layer, Source } from "@vis.gl/react-maplibre";
import type { Feature, Polygon } from "geojson";
import type { Map as MapLibreMap } from "maplibre-gl";
import { useEffect, useRef, useState } from "react";
import { type Box, boxBetween } from "@/app/ui/box";
import classes from "./map.module.css";

const MIN_PIXELS = 6;

interface Corner {
  x: number;
  y: number;
}

interface BoxSelectionProps {
  map: MapLibreMap;
  /** Whether a drag selects a box; with the shift key it always does. */
  isOn: boolean;
  onBox: (box: Box) => void;
  /** Called when the selection ends without a box. */
  onEnd: () => void;
}

/** Selects a box with the pointer. */
export function BoxSelection(props: BoxSelectionProps) {
  const { map } = props;
  // A drag continues across renders.
  const latest = useRef(props);
  latest.current = props;
  const [drawn, setDrawn] = useState<[Corner, Corner]>();

  useEffect(() => {
    const ground = map.getCanvasContainer();
    let start: Corner | undefined;
    const cornerOf = ({ clientX, clientY }: PointerEvent): Corner => {
      const { left, top } = ground.getBoundingClientRect();
      return { x: clientX - left, y: clientY - top };
    };
    const begin = (event: PointerEvent) => {
      if (event.button !== 0 || !(latest.current.isOn || event.shiftKey)) return;
      start = cornerOf(event);
      map.dragPan.disable();
      ground.setPointerCapture(event.pointerId);
    };
    const draw = (event: PointerEvent) => {
      if (start) setDrawn([start, cornerOf(event)]);
    };
    const end = (event: PointerEvent) => {
      if (!start) return;
      const [from, to] = [start, cornerOf(event)];
      leave();
      if (Math.hypot(to.x - from.x, to.y - from.y) < MIN_PIXELS) return;
      const corners = [map.unproject([from.x, from.y]), map.unproject([to.x, to.y])];
      const [longitudes, latitudes] = [corners.map(({ lng }) => lng), corners.map(({ lat }) => lat)];
      latest.current.onBox(
        boxBetween(
          Math.min(...longitudes),
          Math.min(...latitudes),
          Math.max(...longitudes),
          Math.max(...latitudes),
        ),
      );
    };
    const leave = () => {
      start = undefined;
      setDrawn(undefined);
      map.dragPan.enable();
    };
    const leaveByKey = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      leave();
      latest.current.onEnd();
    };
    ground.addEventListener("pointerdown", begin, true);
    ground.addEventListener("pointermove", draw);
    ground.addEventListener("pointerup", end);
    ground.addEventListener("pointercancel", leave);
    window.addEventListener("keydown", leaveByKey);
    return () => {
      ground.removeEventListener("pointerdown", begin, true);
      ground.removeEventListener("pointermove", draw);
      ground.removeEventListener("pointerup", end);
      ground.removeEventListener("pointercancel", leave);
      window.removeEventListener("keydown", leaveByKey);
    };
  }, [map]);

  if (!drawn) return null;
  const [one, other] = drawn;
  return (
    <div
      className={classes.drawnBox}
      style={{
        left: Math.min(one.x, other.x),
        top: Math.min(one.y, other.y),
        width: Math.abs(one.x - other.x),
        height: Math.abs(one.y - other.y),
      }}
    />
  );
}

const ringOf = ({ west, south, east, north }: Box): Feature<Polygon> => {
  const right = west <= east ? east : east + 360;
  return {
    type: "Feature",
    properties: {},
    geometry: {
      type: "Polygon",
      coordinates: [
        [
          [west, south],
          [right, south],
          [right, north],
          [west, north],
          [west, south],
        ],
      ],
    },
  };
};

/** Outline of the selected box. */
export function BoxLayers({ box, colour }: { box: Box | null; colour: string }) {
  return (
    <Source id="box" type="geojson" data={{ type: "FeatureCollection", features: box ? [ringOf(box)] : [] }}>
      <Layer id="box-fill" type="fill" paint={{ "fill-color": colour, "fill-opacity": 0.08 }} />
      <Layer
        id="box-line"
        type="line"
        paint={{ "line-color": colour, "line-width": 1.6, "line-dasharray": [3, 2] }}
      />
    </Source>
  );
}
