import type { Map as MapLibreMap } from "maplibre-gl";
import type { Ground } from "./colours";

const SIZE = 18;
const RATIO = 2;

/** Draw the icons of towns and capitals for a map. */
export function addGroundIcons(map: MapLibreMap, { town, halo }: Ground): void {
  for (const [name, radius] of [
    ["town", 3.6],
    ["capital", 5],
  ] as const) {
    const canvas = document.createElement("canvas");
    canvas.width = SIZE;
    canvas.height = SIZE;
    // CPU canvas: reading a GPU canvas back would block.
    const ctx = canvas.getContext("2d", { willReadFrequently: true });
    if (!ctx) continue;
    ctx.beginPath();
    ctx.arc(SIZE / 2, SIZE / 2, radius, 0, 2 * Math.PI);
    ctx.fillStyle = name === "capital" ? halo : town;
    ctx.strokeStyle = name === "capital" ? town : halo;
    ctx.lineWidth = name === "capital" ? 3 : 1.5;
    ctx.fill();
    ctx.stroke();
    const image = ctx.getImageData(0, 0, SIZE, SIZE);
    if (map.hasImage(name)) map.updateImage(name, image);
    else map.addImage(name, image, { pixelRatio: RATIO });
  }
}
