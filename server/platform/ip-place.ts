import { readFileSync } from "node:fs";
import path from "node:path";
import { type CountryResponse, Reader } from "maxmind";
import { z } from "zod";
import { type Place, placeOfCountry } from "./place";

/** Public-domain data: registrations of addresses, and of whom they are routed to. */
const DATA = "node_modules/@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb";

const Entry = z.object({ country_code: z.string() });

let reader: Reader<CountryResponse> | undefined;

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, "");

/** The country and continent that an address is registered in; neither where that is not known. */
export function placeOfAddress(address: string | undefined): Place {
  if (address === undefined) return {};
  reader ??= new Reader(readFileSync(path.resolve(DATA)));
  const entry = Entry.safeParse(reader.get(plain(address)));
  return entry.success ? placeOfCountry(entry.data.country_code) : {};
}
