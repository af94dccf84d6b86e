export { type Catalogue, type DemoGroup, type DemoItem, makeCatalogue } from "./catalogue";
export { type Chance, chanceOf } from "./chance";
export { checkCharacter } from "./codes";
export { type Geography, spotIn, towns } from "./markets";
export { type DemoPicture, PRODUCT_PICTURES, SNAPSHOTS } from "./pictures";
export { type DemoPlan, planDemo } from "./plan";
export { type DemoScan, scansOf } from "./scans";
export type { DemoSighting } from "./sightings";
export type { Window } from "./timing";
