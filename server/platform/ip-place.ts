import { readFileSync } from "node:fs";
import path from "node:path";
import ipaddr from "ipaddr.js";
import { type CountryResponse, Reader } from "maxmind";
import { z } from "zod";
import { type Address, isPublic, parseAddress } from "./outbound-address";
import { type Place, placeOfCountry } from "./place";

/** Public-domain data: registrations of addresses and of the networks that route them. */
const DATA = "node_modules/@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb";

const Entry = z.object({ country_code: z.string() });

let reader: Reader<CountryResponse> | undefined;

/** Converts an IPv4-mapped IPv6 address to IPv4. */
function unmapped(text: string): Address | undefined {
  const address = parseAddress(text);
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** The country and continent of a public address's registration; neither where they are unknown. */
export function placeOfAddress(text: string | undefined): Place {
  const address = text === undefined ? undefined : unmapped(text);
  // The data assigns countries to some networks without an owner.
  if (!address || !isPublic(address)) return {};
  reader ??= new Reader(readFileSync(path.resolve(DATA)));
  const entry = Entry.safeParse(reader.get(address.toString()));
  return entry.success ? placeOfCountry(entry.data.country_code) : {};
}
