import { placeOfCountry } from "@/server/platform/place";
import { placeOf } from "../facts";
import type { Rule } from "./rule";

const MAX_MARKETS = 250;

/** Countries as ISO 3166-1 alpha-2 codes; undefined if any entry is something else, because nothing is guessed. */
function marketsOf(value: unknown): string[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_MARKETS) return undefined;
  const markets = value.map((one: unknown) => (typeof one === "string" ? one.trim().toUpperCase() : ""));
  return markets.every((code) => placeOfCountry(code).country === code) ? [...new Set(markets)] : undefined;
}

/** The item was scanned outside its markets: resold past the brand, stolen or copied. */
export const outsideMarket: Rule<"outside_market"> = ({ scan, item }) => {
  const { country } = scan;
  const markets = marketsOf(item.markets);
  if (country === null || !markets || markets.includes(country)) return undefined;
  // An IP address may belong to a network abroad.
  const byAddress = placeOf(scan) === undefined;
  return { weight: byAddress ? 0.25 : 0.4, evidence: { country, markets, byAddress } };
};
