import { and, arrayOverlaps, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { assessments } from "@/db/schema/assessments";
import { NO_COUNTRY } from "@/db/schema/scan-days";
import { scans } from "@/db/schema/scans";
import { type Chosen, choiceIn, isLetBy } from "@/server/core/choice";
import { columnPasses, passing } from "@/server/data/choice-condition";
import type { Lead } from "@/server/data/keyset";
import type { ScanFilter } from "./filter";

/** The index of systems holds this many characters. */
const INDEXED_CHARACTERS = 40;

/** The condition on a long system that its index does not decide. */
const isBeyondIndex = (os: string) =>
  [...os].length < INDEXED_CHARACTERS
    ? undefined
    : sql`lower(${scans.os} collate "C") = lower(${os}::text collate "C")`;

const isOs = (os: string): SQL => {
  const beyond = isBeyondIndex(os);
  const isIndexed = sql`system_of(${scans.os}) = system_of(${os})`;
  return beyond ? sql`(${isIndexed} and ${beyond})` : isIndexed;
};

/** Matches findings; `any` matches scans with at least one. */
export const withFindings = (finding: NonNullable<ScanFilter["finding"]>) =>
  passing(choiceIn(finding), (findings) => {
    const reasons = findings.filter((one) => one !== "any");
    return reasons.length < findings.length
      ? isNotNull(assessments.scanId)
      : arrayOverlaps(assessments.reasons, reasons);
  });

/** The index of devices holds their hashes; compare the device as well. */
export const leadOfDevice = (device: string): Lead => ({
  column: sql`hashtextextended(${scans.device}, 0)`,
  value: sql`hashtextextended(${device}::text, 0)`,
});

/** An index walk to some scans of a condition. */
export interface ScanWay {
  lead?: Lead | undefined;
  /** The part of the condition that the lead does not cover. */
  where?: SQL | undefined;
}

/** The filters on the columns of scans, each with a condition. */
const FILTERS = ["device", "verdict", "country", "group", "os"] as const;
type Filtered = (typeof FILTERS)[number];

const CONDITIONS: { [Name in Filtered]: (filter: ScanFilter) => SQL | undefined } = {
  device: ({ device }) => columnPasses(scans.device, device),
  verdict: ({ verdict }) => columnPasses(scans.copyclassification, verdict),
  country: ({ country }) => columnPasses(scans.country, country, NO_COUNTRY),
  group: ({ group }) => columnPasses(scans.groupId, group, "none"),
  os: ({ os }) =>
    os === undefined ? undefined : passing(choiceIn(os), (systems) => or(...systems.map(isOs)) ?? sql`false`),
};

/** The conditions of a filter on the columns of scans, without one of them. */
export const conditionsOf = (filter: ScanFilter, without?: Filtered): SQL | undefined =>
  and(...FILTERS.filter((name) => name !== without).map((name) => CONDITIONS[name](filter)));

const equals =
  (column: PgColumn, none?: string) =>
  (value: string): ScanWay =>
    value === none ? { where: isNull(column) } : { lead: { column, value } };

const ofDevice = (device: string): ScanWay => ({
  lead: leadOfDevice(device),
  where: eq(scans.device, device),
});

/** Only scans with other verdicts than `original` have an index by verdict. */
const ofVerdict = (verdict: string): ScanWay => ({
  lead: { column: scans.copyclassification, value: verdict },
  where: sql`${scans.copyclassification} <> 'original'`,
});

const ofSystem = (os: string): ScanWay => ({
  lead: { column: sql`system_of(${scans.os})`, value: sql`system_of(${os})` },
  where: isBeyondIndex(os),
});

/** The index walks that together have the scans of a choice; undefined where values are left out. */
function waysOf<Value extends string>(chosen: Chosen<Value> | undefined, wayOf: (value: Value) => ScanWay) {
  if (chosen === undefined) return undefined;
  const choice = choiceIn(chosen);
  return "is" in choice ? choice.is.map(wayOf) : undefined;
}

/** The filter that has indexes and probably matches the fewest scans. Most scans are originals, which are found among all. */
export function rarestOf({ device, verdict, country, group, os }: ScanFilter) {
  // No index covers scans without a group.
  const isInGroup = group !== undefined && !isLetBy(group, "none");
  const byRarity: { name: Filtered; ways: ScanWay[] | undefined }[] = [
    { name: "device", ways: waysOf(device, ofDevice) },
    ...(isLetBy(verdict, "original") ? [] : [{ name: "verdict" as const, ways: waysOf(verdict, ofVerdict) }]),
    { name: "country", ways: waysOf(country, equals(scans.country, NO_COUNTRY)) },
    ...(isInGroup ? [{ name: "group" as const, ways: waysOf(group, equals(scans.groupId)) }] : []),
    { name: "os", ways: waysOf(os, ofSystem) },
  ];
  for (const { name, ways } of byRarity) if (ways) return { name, ways };
  return undefined;
}
