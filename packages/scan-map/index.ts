export { type DrawnMap, MAP_THEMES, type PlacesMap, type ScanMap, type TileSource } from "./src/options";
export { drawInPool, type MapPool, openMapPool, TooManyMaps } from "./src/pool";
