"use client";

import "maplibre-gl/dist/maplibre-gl.css";
import { useElementSize } from "@mantine/hooks";
import { Layer, Map as MapView, ScaleControl, Source } from "@vis.gl/react-maplibre";
import * as maplibre from "maplibre-gl";
import { useEffect, useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import type { Box } from "@/app/ui/box";
import { useCountryName } from "@/app/ui/country";
import { BoxLayers, BoxSelection } from "./box-selection";
import { ClusterMarks } from "./cluster-marks";
import { DARK, LIGHT } from "./colours";
import { CountryLayers } from "./country-layers";
import { countryNames, useCountryLabels } from "./country-names";
import { addGroundIcons } from "./ground-icons";
import { HeatLayer } from "./heat-layer";
import classes from "./map.module.css";
import type { WorldMapProps } from "./map-props";
import { countryNamesLayout, mapStyle } from "./map-style";
import { MapTools } from "./map-tools";
import type { View } from "./queries";
import { useRateText } from "./rate";

const MAX_ZOOM = 16;
const FIRST_CENTRE = { longitude: 12, latitude: 26 };

const viewOf = (map: maplibre.Map): View => {
  const bounds = map.getBounds();
  return {
    west: bounds.getWest(),
    south: bounds.getSouth(),
    east: bounds.getEast(),
    north: bounds.getNorth(),
    zoom: map.getZoom(),
  };
};

/** Zoom at which the world is as wide as the window, so that no place appears twice. */
const minZoomOf = (width: number) => Math.max(0, Math.log2(width / 512));

/** The interactive map, drawn with WebGL. */
export default function WorldMap(props: WorldMapProps) {
  const { version, isDark, mapState, shown, countries, onView, onBox, onCountry } = props;
  const { state, setState } = mapState;
  const t = useTranslations("map");
  const ground = isDark ? DARK : LIGHT;
  const { ref, width } = useElementSize<HTMLDivElement>();
  const minZoom = minZoomOf(width);
  const [map, setMap] = useState<maplibre.Map>();
  const [isDrawn, setDrawn] = useState(false);
  const [isSelecting, setSelecting] = useState(false);
  const style = useMemo(() => mapStyle(ground, version), [ground, version]);
  const labels = useCountryLabels(version);
  const countryName = useCountryName();
  const rateText = useRateText();
  const isByCountry = state.mode === "countries";
  const names = useMemo(() => {
    const rates = new Map(countries.map(({ value, ...counts }) => [value, counts]));
    const second = (code: string) => {
      const counts = isByCountry && rates.get(code);
      return counts ? rateText(counts) : undefined;
    };
    return countryNames(labels ?? [], countryName, second);
  }, [labels, countries, isByCountry, countryName, rateText]);

  useEffect(() => {
    // A removed map has no style.
    if (map?.style) addGroundIcons(map, ground);
  }, [map, ground]);

  const settle = (map: maplibre.Map) => {
    const { lng, lat } = map.getCenter().wrap();
    const view = viewOf(map);
    onView(view);
    return { lng: Number(lng.toFixed(4)), lat: Number(lat.toFixed(4)), z: Number(view.zoom.toFixed(2)) };
  };

  const chooseBox = (box: Box) => {
    setSelecting(false);
    onBox?.(box);
  };

  return (
    <div ref={ref} className={classes.canvas} aria-busy={!isDrawn}>
      {width > 0 && (
        <MapView
          mapLib={maplibre}
          workerUrl={`/map/worker.mjs?v=${version}`}
          mapStyle={style}
          initialViewState={{
            longitude: state.lng ?? FIRST_CENTRE.longitude,
            latitude: state.lat ?? FIRST_CENTRE.latitude,
            zoom: state.z ?? minZoom,
          }}
          minZoom={minZoom}
          maxZoom={MAX_ZOOM}
          attributionControl={false}
          boxZoom={false}
          dragRotate={false}
          pitchWithRotate={false}
          touchPitch={false}
          fadeDuration={150}
          locale={{ "Map.Title": t("label") }}
          interactiveLayerIds={isByCountry ? ["countries"] : []}
          cursor={isSelecting ? "crosshair" : ""}
          onIdle={() => setDrawn(true)}
          onRemove={() => setMap(undefined)}
          onLoad={({ target }) => {
            target.touchZoomRotate.disableRotation();
            target.keyboard.disableRotation();
            setMap(target);
            settle(target);
          }}
          onResize={({ target }) => settle(target)}
          onStyleData={({ target }) => {
            if (!target.hasImage("town")) addGroundIcons(target, ground);
          }}
          onMoveEnd={({ target }) => {
            const place = settle(target);
            if (map) void setState(place);
          }}
          onClick={({ features }) => {
            const code: unknown = features?.[0]?.properties?.code;
            if (typeof code === "string") onCountry(code);
          }}
        >
          {isByCountry && <CountryLayers countries={countries} ground={ground} />}
          {state.mode === "heat" && <HeatLayer shown={shown} verdict={state.verdict} ground={ground} />}
          <Source id="country-names" type="geojson" data={names}>
            <Layer
              id="country-names"
              type="symbol"
              filter={["<=", ["get", "from"], ["zoom"]]}
              layout={countryNamesLayout}
              paint={{
                "text-color": isByCountry ? (isDark ? "#f2f4f7" : "#1b1f24") : ground.country,
                "text-halo-color": ground.halo,
                "text-halo-width": 1.3,
              }}
            />
          </Source>
          <BoxLayers box={state.box} colour={ground.selection} />
          {state.mode === "clusters" && <ClusterMarks clusters={shown.clusters} onBox={onBox} />}
          <ScaleControl position="bottom-left" maxWidth={110} unit="metric" />
        </MapView>
      )}
      {map && onBox && (
        <BoxSelection map={map} isOn={isSelecting} onBox={chooseBox} onEnd={() => setSelecting(false)} />
      )}
      {map && (
        <MapTools map={map} isSelecting={isSelecting} onSelecting={setSelecting} onBox={onBox && chooseBox} />
      )}
    </div>
  );
}
