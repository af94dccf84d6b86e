import { placeOfCountry } from "@/server/platform/place";
import { placeOf } from "../facts";
import type { Rule } from "./rule";

const MAX_MARKETS = 250;

/** Countries by their ISO 3166-1 alpha-2 codes; nothing where any of them is something else, as nothing is guessed. */
export function marketsOf(said: unknown): string[] | undefined {
  if (!Array.isArray(said) || said.length === 0 || said.length > MAX_MARKETS) return undefined;
  const markets = said.map((one: unknown) => (typeof one === "string" ? one.trim().toUpperCase() : ""));
  return markets.every((code) => placeOfCountry(code).country === code) ? [...new Set(markets)] : undefined;
}

/** The item is made for some countries, and was scanned in another: resold past the brand, stolen or copied. */
export const outsideMarket: Rule<"outside_market"> = ({ scan, item }) => {
  const { country } = scan;
  const markets = marketsOf(item.markets);
  if (country === null || !markets || markets.includes(country)) return undefined;
  // Addresses may be those of a network abroad.
  const byAddress = placeOf(scan) === undefined;
  return { weight: byAddress ? 0.25 : 0.4, evidence: { country, markets, byAddress } };
};
