import { expect, test } from "vitest";
import { across, down, TILE } from "./mercator";
import { viewAround } from "./view-around";

const ROTTERDAM = { latitude: 51.92, longitude: 4.48 };
const AMSTERDAM = { latitude: 52.37, longitude: 4.9 };
const SYDNEY = { latitude: -33.87, longitude: 151.2 };

test.each([[[ROTTERDAM, AMSTERDAM]], [[ROTTERDAM, SYDNEY]], [[SYDNEY, AMSTERDAM, ROTTERDAM]]])(
  "all places lie within 125 pixels of the centre",
  (places) => {
    const { lat, lng, z } = viewAround(places);
    const scale = TILE * 2 ** z;
    for (const { latitude, longitude } of places) {
      expect(Math.abs(across(longitude) - across(lng)) * scale).toBeLessThan(125);
      expect(Math.abs(down(latitude) - down(lat)) * scale).toBeLessThan(125);
    }
  },
);

test("one place is shown with its surroundings, and none as the world", () => {
  expect(viewAround([ROTTERDAM])).toEqual({ lat: 51.92, lng: 4.48, z: 8 });
  expect(viewAround([]).z).toBe(1);
});
