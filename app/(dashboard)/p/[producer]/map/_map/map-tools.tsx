"use client";

import { ActionIcon, Button } from "@mantine/core";
import {
  IconFocusCentered,
  IconMinus,
  IconPlus,
  IconSelectAll,
  IconSquareDashed,
  IconX,
} from "@tabler/icons-react";
import type { Map as MapLibreMap } from "maplibre-gl";
import { useTranslations } from "use-intl";
import { type Box, boxBetween } from "@/app/ui/box";
import classes from "./map.module.css";

interface MapToolsProps {
  map: MapLibreMap;
  isSelecting: boolean;
  onSelecting: (isOn: boolean) => void;
  onBox: ((box: Box) => void) | undefined;
}

/** Map buttons: zoom in, zoom out, whole world, select a part. */
export function MapTools({ map, isSelecting, onSelecting, onBox }: MapToolsProps) {
  const t = useTranslations("map.tools");
  const chooseView = () => {
    const bounds = map.getBounds();
    onBox?.(boxBetween(bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()));
  };
  const tool = (label: string, Shape: typeof IconPlus, onClick: () => void) => (
    <ActionIcon variant="default" size={34} aria-label={label} title={label} onClick={onClick}>
      <Shape size={18} aria-hidden />
    </ActionIcon>
  );
  return (
    <>
      <div className={classes.tools}>
        {tool(t("closer"), IconPlus, () => map.zoomIn())}
        {tool(t("farther"), IconMinus, () => map.zoomOut())}
        {tool(t("world"), IconFocusCentered, () => map.easeTo({ center: [12, 26], zoom: map.getMinZoom() }))}
      </div>
      {onBox && (
        <div className={classes.choosing}>
          <Button
            size="compact-sm"
            variant={isSelecting ? "filled" : "default"}
            leftSection={
              isSelecting ? <IconX size={16} aria-hidden /> : <IconSquareDashed size={16} aria-hidden />
            }
            aria-pressed={isSelecting}
            title={t("boxHint")}
            onClick={() => onSelecting(!isSelecting)}
          >
            {t(isSelecting ? "boxing" : "box")}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconSelectAll size={16} aria-hidden />}
            onClick={chooseView}
          >
            {t("view")}
          </Button>
        </div>
      )}
    </>
  );
}
