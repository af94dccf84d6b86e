import { turnsTo } from "./sphere";

/** A sea as a rough box in degrees: south, west, north, east. West is greater than east across the antimeridian. */
type Sea = [name: string, south: number, west: number, north: number, east: number];

/** Smaller seas first. Waters of a country are not looked up here. */
const SEAS: Sea[] = [
  ["Red Sea", 12.5, 32, 30, 43.5],
  ["Persian Gulf", 24, 47.5, 30.5, 56.5],
  ["Black Sea", 40.8, 27.4, 47.3, 41.8],
  ["Caspian Sea", 36.5, 46.5, 47.3, 54.9],
  ["Adriatic Sea", 40, 12, 46, 20],
  ["Aegean Sea", 35.3, 22.5, 41, 27.5],
  ["Baltic Sea", 53.8, 12.5, 66, 30.5],
  ["English Channel", 48.6, -5.5, 51, 1.5],
  ["Irish Sea", 51.8, -6.5, 54.8, -2.8],
  ["North Sea", 51, -4, 61, 10],
  ["Mediterranean Sea", 30, -5.5, 46, 36.5],
  ["Bay of Biscay", 43.2, -10, 48.5, -1],
  ["Gulf of California", 22.5, -115, 32, -106],
  ["Gulf of Mexico", 18, -98, 31, -81.5],
  ["Caribbean Sea", 9, -88, 22, -60.5],
  ["Hudson Bay", 51, -95, 66, -77.5],
  ["Baffin Bay", 66.5, -80, 78, -53],
  ["Labrador Sea", 52, -64, 66.5, -44],
  ["Gulf of Guinea", -3, -8, 7, 10],
  ["Gulf of Aden", 10.5, 43.5, 15.5, 51.5],
  ["Arabian Sea", 6, 51.5, 26, 75],
  ["Bay of Bengal", 6, 79.5, 23, 94.5],
  ["Andaman Sea", 6, 94.5, 18, 99],
  ["Gulf of Thailand", 6.5, 99, 14, 104.8],
  ["Java Sea", -8, 106, -3.2, 116],
  ["Celebes Sea", 1, 118, 7, 125.5],
  ["South China Sea", 2, 104, 23, 121],
  ["Yellow Sea", 33, 119, 41, 126.5],
  ["East China Sea", 25, 119, 33, 129.5],
  ["Sea of Japan", 35, 128, 51, 141],
  ["Sea of Okhotsk", 45, 141, 62, 157],
  ["Philippine Sea", 5, 124, 34, 143],
  ["Banda Sea", -8.5, 121, -3, 132],
  ["Arafura Sea", -12, 132, -4, 142],
  ["Gulf of Carpentaria", -17.6, 135, -12, 142],
  ["Coral Sea", -25, 145, -10, 165],
  ["Tasman Sea", -46, 147, -28, 173],
  ["Bering Sea", 53, 162, 66, -158],
  ["Gulf of Alaska", 54, -158, 61, -134],
  ["Barents Sea", 68, 20, 80, 60],
  ["Kara Sea", 69, 58, 81, 100],
  ["Norwegian Sea", 62, -5, 73, 18],
  ["Greenland Sea", 70, -22, 81, 5],
  ["Weddell Sea", -78, -58, -62, -18],
  ["Ross Sea", -86, 160, -71, -158],
];

const ARCTIC_FROM = 72;
const SOUTHERN_FROM = -60;
/** The longitudes of the Cape of Good Hope, Tasmania and Cape Horn, which separate the southern oceans. */
const SOUTH = { africa: 20, australia: 147, america: -68 };
const MALAYA = 100;

const within = (longitude: number, west: number, east: number) =>
  west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;

/** The English name of the sea at a place, in degrees: approximate, and only for places off the coasts. */
export function seaAt(latitude: number, longitude: number): string {
  const x = longitude + turnsTo(0, longitude);
  const sea = SEAS.find(
    ([, south, west, north, east]) => latitude >= south && latitude <= north && within(x, west, east),
  );
  return sea ? sea[0] : oceanAt(latitude, x);
}

/** The longitude where America separates the oceans; its isthmus runs from the north-west to the south-east. */
function americaAt(latitude: number): number {
  if (latitude < 0) return SOUTH.america;
  return Math.max(-100, -77 - Math.max(0, latitude - 8) * 1.6);
}

function oceanAt(latitude: number, longitude: number): string {
  if (latitude > ARCTIC_FROM) return "Arctic Ocean";
  if (latitude < SOUTHERN_FROM) return "Southern Ocean";
  const half = latitude >= 0 ? "North" : "South";
  const pacific = latitude >= 0 ? MALAYA : SOUTH.australia;
  if (longitude >= SOUTH.africa && longitude < pacific) return "Indian Ocean";
  if (longitude >= americaAt(latitude) && longitude < SOUTH.africa) return `${half} Atlantic Ocean`;
  return `${half} Pacific Ocean`;
}
